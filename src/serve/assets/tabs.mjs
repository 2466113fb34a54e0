// The tabs beside the board: one panel is shown at a time; the arrow keys go from tab to tab.
import { element } from "../../page/script/board.mjs";

export class Tabs {
  // Panels: {name, title, host, onShow, onHide}.
  constructor(list, ground, panels) {
    this.panels = panels;
    this.shown = null;
    for (const panel of panels) {
      const { name, title, host } = panel;
      panel.tab = element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false", tabindex: "-1" }, title);
      panel.tab.addEventListener("click", () => this.show(name));
      for (const [key, value] of [["role", "tabpanel"], ["id", `panel-${name}`], ["aria-labelledby", `tab-${name}`], ["tabindex", "0"]]) host.setAttribute(key, value);
      host.classList.add("panel");
      host.hidden = true;
      list.append(panel.tab);
      ground.append(host);
    }
    list.addEventListener("keydown", (event) => this.key(event));
  }

  show(name) {
    const next = this.panels.find((panel) => panel.name === name);
    if (next === this.shown) return;
    const last = this.shown;
    this.shown = next;
    for (const panel of this.panels) {
      const isShown = panel === next;
      panel.tab.setAttribute("aria-selected", isShown);
      panel.tab.tabIndex = isShown ? 0 : -1;
      panel.host.hidden = !isShown;
    }
    next.tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    last?.onHide?.();
    next.onShow?.();
  }

  key(event) {
    const index = this.panels.indexOf(this.shown);
    const last = this.panels.length - 1;
    const to = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(this.panels[to].name);
    this.panels[to].tab.focus();
  }
}
