//! Finds circles of imports between the files of one room.

use std::collections::{HashMap, HashSet};

use super::without_comments_and_strings;

/// A module's path from the crate's root.
type Module = Vec<String>;

/// What a file of a room says about others.
pub struct File {
    /// Paths that its code names.
    uses: Vec<Vec<String>>,
    /// Names that it brings in, with their paths: children and, where they are public, others may use them from here.
    brought_in: HashMap<String, Vec<String>>,
    /// It only declares and re-exports its children.
    is_declaration: bool,
}

/// The module of a source file. `path` is relative to src, with `/` between its parts.
pub fn module(path: &str) -> Module {
    path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod").map(str::to_owned).collect()
}

/// Reads a file; its tests do not count.
pub fn read(source: &str) -> File {
    let code = without_tests(&without_comments_and_strings(source));
    let tokens = tokens(&code);
    let mut file = File { uses: Vec::new(), brought_in: HashMap::new(), is_declaration: true };
    let mut named = HashSet::new();
    let mut re_exported = Vec::new();
    let mut is_public = false;
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let was_public = std::mem::replace(&mut is_public, *first == "pub");
        rest = match *first {
            "#" => behind(after, "]"),
            "pub" if after.first() == Some(&"(") => behind(after, ")"),
            "pub" => after,
            "mod" if after.get(1) == Some(&";") => &after[2..],
            "use" => {
                let end = after.iter().position(|token| *token == ";").unwrap_or(after.len());
                let mut names = Vec::new();
                add_tree(&after[..end], &[], &mut names);
                file.brought_in.extend(names.iter().cloned());
                if was_public {
                    re_exported.extend(names);
                } else {
                    file.uses.extend(names.into_iter().map(|(_, path)| path));
                }
                &after[(end + 1).min(after.len())..]
            }
            name => {
                file.is_declaration = false;
                named.insert(name);
                let (path, behind) = path_at(rest);
                if path.len() > 1 {
                    named.extend(path.iter());
                    file.uses.push(path.iter().map(|name| (*name).to_owned()).collect());
                }
                behind
            }
        };
    }
    // What is handed on is used only where the file's own code names it.
    re_exported.retain(|(name, _)| named.contains(name.as_str()));
    file.uses.extend(re_exported.into_iter().map(|(_, path)| path));
    file
}

/// Leaves out what stands behind `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some(begin) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..begin]);
        rest = &rest[begin..];
        let mut level = 0;
        let is_end = |letter: char| {
            level += i32::from(letter == '{') - i32::from(letter == '}');
            level == 0 && matches!(letter, '}' | ';')
        };
        let end = rest.find(is_end).map_or(rest.len(), |end| end + 1);
        rest = &rest[end..];
    }
    kept + rest
}

/// Names, `::`, and every other sign by itself.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

fn behind<'a>(tokens: &'a [&'a str], end: &str) -> &'a [&'a str] {
    let place = tokens.iter().position(|token| *token == end).unwrap_or(tokens.len());
    &tokens[(place + 1).min(tokens.len())..]
}

/// The path that begins here, and what stands behind it.
fn path_at<'a>(tokens: &'a [&'a str]) -> (Vec<&'a str>, &'a [&'a str]) {
    let is_name = |token: &str| token.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let mut path = vec![tokens[0]];
    let mut rest = &tokens[1..];
    if !is_name(tokens[0]) {
        return (path, rest);
    }
    while let ["::", name, behind @ ..] = rest
        && is_name(name)
    {
        path.push(name);
        rest = behind;
    }
    (path, rest)
}

/// Adds what a tree of `use` brings in.
fn add_tree(tokens: &[&str], prefix: &[&str], brought_in: &mut Vec<(String, Vec<String>)>) {
    let mut path = prefix.to_vec();
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match *first {
            "::" => {}
            "{" => {
                let inside = &after[..after.len().saturating_sub(1)];
                return branches(inside).for_each(|branch| add_tree(branch, &path, brought_in));
            }
            "as" => break,
            "self" if !path.is_empty() => {}
            name => path.push(name),
        }
    }
    let name = if rest.is_empty() { path.last() } else { rest.last() };
    if let Some(name) = name {
        let path = path.iter().filter(|name| **name != "*").map(|name| (*name).to_owned());
        brought_in.push(((*name).to_owned(), path.collect()));
    }
}

/// The parts between commas that no braces enclose.
fn branches<'a>(tokens: &'a [&'a str]) -> impl Iterator<Item = &'a [&'a str]> {
    let mut level = 0;
    let is_comma = move |token: &&str| {
        level += i32::from(*token == "{") - i32::from(*token == "}");
        level == 0 && *token == ","
    };
    tokens.split(is_comma).filter(|branch| !branch.is_empty())
}

/// The file that a path leads to, seen from a module; `None` if it leads out of the crate, or to nothing known.
fn resolve(
    files: &HashMap<Module, File>,
    from: &Module,
    path: &[String],
    most_steps: usize,
) -> Option<Module> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let (mut here, rest) = match path.first()?.as_str() {
        "crate" => (Module::new(), &path[1..]),
        "self" => (from.clone(), &path[1..]),
        "super" => (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..]),
        first if files.contains_key(&child(from, first)) => (from.clone(), path),
        _ => return None,
    };
    for (place, name) in rest.iter().enumerate() {
        let below = child(&here, name);
        if files.contains_key(&below) {
            here = below;
            continue;
        }
        let brought_in = files.get(&here).and_then(|file| file.brought_in.get(name));
        if let Some(target) = brought_in.filter(|_| most_steps > 0) {
            let target = [target, &rest[place + 1..]].concat();
            return resolve(files, &here, &target, most_steps - 1).or(Some(here));
        }
        break;
    }
    Some(here)
}

fn child(module: &Module, name: &str) -> Module {
    [module.as_slice(), &[name.to_owned()]].concat()
}

/// The files of each room that come back to themselves by imports within the room.
pub fn in_circles(files: &HashMap<Module, File>) -> Vec<String> {
    const MOST_STEPS: usize = 8;
    let uses = |module: &Module, file: &File| {
        let targets = file.uses.iter().filter_map(|path| resolve(files, module, path, MOST_STEPS));
        let is_other_code = |target: &Module| {
            target != module
                && target.first() == module.first()
                && files.get(target).is_some_and(|file| !file.is_declaration)
        };
        targets.filter(is_other_code).collect::<HashSet<Module>>()
    };
    let used: HashMap<&Module, HashSet<Module>> = files
        .iter()
        .filter(|(_, file)| !file.is_declaration)
        .map(|(module, file)| (module, uses(module, file)))
        .collect();
    let comes_back = |start: &Module| {
        let mut reached = HashSet::new();
        let mut left = vec![start];
        while let Some(module) = left.pop() {
            left.extend(used[module].iter().filter(|target| reached.insert(*target)));
        }
        reached.contains(start)
    };
    let mut found: Vec<String> =
        used.keys().filter(|module| comes_back(module)).map(|module| module.join("/")).collect();
    found.sort();
    found
}

fn circles_of(sources: &[(&str, &str)]) -> Vec<String> {
    in_circles(&sources.iter().map(|(path, source)| (module(path), read(source))).collect())
}

#[test]
fn files_that_use_each_other_are_found_however_they_name_each_other() {
    let b_uses_a = [
        "use super::a::A;",
        "use crate::search::a::{self, A};",
        "use super::{a, c::C};",
        "use super::{c::{C, D}, a::A as Other};",
        "use super::a::*;",
        "fn f(a: &super::a::A) {}",
        "use super::A;\nfn f(a: A) {}",
    ];
    let declaration =
        ("search/mod.rs", "mod a;\nmod b;\n#[allow(dead_code)]\nmod c;\npub(super) use a::{A, f};");
    for b in b_uses_a {
        let b = format!("{b}\nstruct B;");
        let a = ("search/a.rs", "use super::b::B;\npub struct A(B);");
        let sources = [declaration, a, ("search/b.rs", b.as_str()), ("search/c.rs", "use super::b::B;")];
        assert_eq!(circles_of(&sources), ["search/a", "search/b"], "{b}");
    }
}

#[test]
fn a_module_file_with_code_that_its_child_uses_is_a_circle_and_one_that_only_declares_is_none() {
    let child = ("board/checks.rs", "use super::Board;\npub fn checks(board: &Board) {}");
    let with_code = ("board/mod.rs", "mod checks;\npub struct Board;\nfn f() { checks::checks(&Board) }");
    assert_eq!(circles_of(&[with_code, child]), ["board", "board/checks"]);
    let declares =
        ("board/mod.rs", "//! A board.\nmod board;\nmod checks;\npub use {board::Board, checks::checks};");
    let board = ("board/board.rs", "pub struct Board;");
    assert_eq!(circles_of(&[declares, child, board]), [""; 0]);
}

#[test]
fn tests_comments_visibilities_and_other_rooms_make_no_circle() {
    let sources = [
        (
            "search/a.rs",
            "// super::b\npub(in crate::search) struct A;\n#[cfg(test)]\nmod tests { use super::super::b::B; }",
        ),
        ("search/b.rs", "use super::a::A;\nuse crate::board::B;\npub struct B(A);"),
        ("board/b.rs", "use std::fmt;\npub struct B;"),
    ];
    assert_eq!(circles_of(&sources), [""; 0]);
}
