// A page has all its scripts in one module: the names of the kit and of each page's own script must not clash, and nothing that
// ends a script element may stand in them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const read = (file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), "utf8");
const KIT = ["position", "way", "board", "stepper", "hand", "exercise", "start"].map((name) => read(`page/script/${name}.mjs`));
const OWN = ["analysis/review/page/page.mjs", "analysis/solved/page/page.mjs"];

for (const own of OWN) {
  test(`${own} stands in one module with the kit`, () => {
    const lines = [...KIT, read(own)].flatMap((script) => script.split("\n"));
    const module = lines.filter((line) => !line.startsWith("import ")).join("\n");
    assert.doesNotMatch(module, /<\/script|<!--/i);
    // Exports are fine in a module, but not in what this compiles.
    assert.doesNotThrow(() => new vm.Script(`"use strict";\n${module.replace(/^export /gm, "")}`, { filename: own }));
  });

  test(`${own} imports only what the kit exports`, () => {
    const exported = new Set(KIT.flatMap((script) => [...script.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)));
    for (const [, names] of read(own).matchAll(/^import \{ (.+) \} from /gm)) {
      for (const name of names.split(", ")) assert.ok(exported.has(name), name);
    }
  });
}
