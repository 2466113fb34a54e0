//! The reference of the Advice Language: what it shows is right, and the page of the documentation is what it prints.

use std::path::Path;

use lucena::advice::language::reference;
use lucena::advice::prover::{ProveOptions, prove};
use lucena::advice::{Material, Origin, Registry, Severity, check};

/// The environment variable that asks for rewriting.
const WRITE: &str = "LUCENA_WRITE_GENERATED";

#[test]
fn the_generated_page_of_the_language_is_what_the_program_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/advice.md");
    if std::env::var_os(WRITE).is_some() {
        return std::fs::write(path, reference()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    assert!(page == reference(), "docs/advice.md differs; {WRITE}=1 cargo test generated writes it");
}

/// The parts of a piece of advice, in their order, as an example needs them that shows only some.
const PARTS: [(&str, &str); 4] = [
    ("better:", "us_to_move and room < root room"),
    ("holding:", "not rook_lost"),
    ("us:", "depth = 0 and legal"),
    ("them:", "depth = 1 and legal"),
];

const AROUND: &str = "advice press: better: us_to_move and room < root room holding: not rook_lost\n\
    us: depth = 0 and legal them: depth = 1 and legal\n\
    advice mate_in_2: better: mate holding: any_position\n us: depth < 3 and legal them: depth < 2 and legal\n";

/// An example as a whole table.
fn completed(example: &str) -> String {
    if example.contains("material ") && example.contains("\nrule ") {
        return example.to_owned();
    }
    let material = if example.contains("material") { "" } else { "material KR v K\n" };
    let body = if PARTS.iter().any(|(part, _)| example.starts_with(part)) {
        let written = |part: &str| example.lines().find(|line| line.starts_with(part));
        let line = |(part, otherwise): &(&str, &str)| {
            written(part).map_or_else(|| format!("{part} {otherwise}"), str::to_owned)
        };
        format!("advice example:\n{}\n", PARTS.iter().map(line).collect::<Vec<_>>().join("\n"))
    } else {
        example.to_owned()
    };
    format!("{material}{AROUND}{body}\nrule at_the_end: if any_position then press\n")
}

#[test]
fn every_example_can_be_read() {
    let text = reference();
    let examples: Vec<&str> = text
        .split("```al0\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```"))
        .map(|(one, _)| one)
        .collect();
    assert!(examples.len() >= 19, "{}", examples.len());
    for example in examples {
        let table = completed(example);
        let errors: Vec<_> = check("example", &table)
            .problems
            .into_iter()
            .filter(|problem| problem.severity() == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{errors:?}\n{table}");
    }
}

#[test]
fn every_construct_has_its_meaning_its_trap_and_an_example() {
    let text = reference();
    for construct in [
        "`material`",
        "`symmetric`",
        "`handover`",
        "`define`",
        "`measure`",
        "`rule`",
        "`advice`",
        "`for ever`",
        "`soonest`",
        "`better:`",
        "`holding:`",
        "`us:`",
        "`them:`",
        "`depth`",
        "`root`",
        "`can`",
        "`then`",
        "`none`",
        "`by least`",
        "`and`, `or`, `not`",
    ] {
        let section = text.split("\n### ").find(|section| section.starts_with(construct));
        let section = section.unwrap_or_else(|| panic!("{construct} is missing"));
        assert!(section.contains("**Trap:**") && section.contains("```al0"), "{construct}");
    }
}

/// All material of up to four men of which only one side has pawns.
fn materials() -> Vec<Material> {
    let men = ["", "Q", "R", "B", "N", "P", "QQ", "QR", "QP", "RR", "RB", "RP", "BB", "BN", "BP", "NN", "PP"];
    let mut materials = Vec::new();
    for (us, them) in men.iter().flat_map(|us| men.map(|them| (us, them))) {
        if us.len() + them.len() <= 2 && !(us.contains('P') && them.contains('P')) {
            materials.push(Material::read(&format!("K{us}"), &format!("K{them}")).unwrap());
        }
    }
    materials
}

/// The first table of a material, with the promise that it usually has.
fn first_table(registry: &Registry, name: &str, material: &Material) -> String {
    registry.first_table(name, material, Registry::usual_aim(material))
}

#[test]
fn a_first_table_has_no_mistakes_whatever_the_material() {
    let registry = Registry::built_in();
    for material in materials() {
        let text = first_table(&registry, "mine", &material);
        let checked = check("mine", &text);
        assert!(checked.problems.is_empty(), "{material}: {:?}", checked.problems);
        assert_eq!(registry.handover_problems(&checked.table.unwrap()), []);
    }
}

#[test]
fn a_first_table_of_the_weaker_side_holds_and_others_name_what_no_table_is_for() {
    let registry = Registry::built_in();
    let text = |us, them| first_table(&registry, "mine", &Material::read(us, them).unwrap());
    for (us, them) in [("K", "KBP"), ("KN", "KR"), ("KR", "KQ")] {
        assert!(text(us, them).contains("\nholds\n"), "{us} {them}");
    }
    for (us, them) in [("KQ", "KP"), ("KR", "KN"), ("KQ", "KQ"), ("KBP", "K")] {
        assert!(!text(us, them).contains("\nholds\n"), "{us} {them}");
    }
    assert!(text("K", "KBP").contains("\nhandover K v KP to kkp\n"));
    // Bishop and bare king are drawn.
    let pawn = text("KBP", "K");
    let handed_over = ["KQB v K to kqbk", "KRB v K to krbk"].map(|line| format!("\nhandover {line}\n"));
    assert!(handed_over.iter().all(|line| pawn.contains(line)) && !pawn.contains("no table"), "{pawn}");
    // The pawn may become a rook, and no table is for that.
    let pawn = text("KNP", "K");
    assert!(pawn.contains("\n## There is no table for KQN v K, KRN v K yet"), "{pawn}");
    assert!(!text("KR", "K").contains("no table"));
    // No advice there gives a man away, or promotes to a minor piece.
    let defended = text("KRP", "KN");
    assert!(defended.contains("\n## There is no table for KQR v KN, KRR v KN yet"), "{defended}");
}

#[test]
fn a_first_table_names_what_their_pawn_may_become() {
    let registry = Registry::built_in();
    let text = |us| first_table(&registry, "mine", &Material::read(us, "KP").unwrap());
    let rook = text("KR");
    for line in [
        "handover KR v KN to krkn",
        "handover KR v KR to krkr",
        "## There is no table for KR v KQ, KR v KB yet, and play can lead there: write one first.",
        "## \"If their pawn promotes\".",
    ] {
        assert!(rook.contains(&format!("\n{line}\n")), "{line}\n{rook}");
    }
    assert!(reference().contains("\n### If their pawn promotes\n"));
    let queen = text("KQ");
    for man in ["Q", "R", "B", "N"] {
        let line = format!("\nhandover KQ v K{man} to kqk{}\n", man.to_lowercase());
        assert!(queen.contains(&line) && !queen.contains("no table"), "{queen}");
    }
    assert!(!first_table(&registry, "mine", &Material::read("KR", "KN").unwrap()).contains("their pawn"));
}

#[test]
fn a_promise_may_stand_first_and_ask_about_any_advice() {
    let text = "wins where can go material KQ v K rule all: if any_position then go\n\
                advice go: better: them_to_move holding: any_position us: depth = 0 and legal them: none\n";
    assert_eq!(check("queen", text).problems, []);
}

#[test]
fn a_first_table_measures_the_way_of_its_pawn_if_it_has_one() {
    let registry = Registry::built_in();
    let measure = |us| {
        let text = first_table(&registry, "mine", &Material::read(us, "K").unwrap());
        text.lines().find(|line| line.starts_with("measure ")).unwrap().to_owned()
    };
    assert!(measure("KBP").contains("pawn_moves") && !measure("KRB").contains("pawn_moves"));
}

#[test]
fn the_table_that_the_reference_shows_is_proven() {
    let mut registry = Registry::built_in();
    let text = first_table(&registry, "queen", &Material::read("KQ", "K").unwrap());
    assert!(reference().contains(text.trim_end()));
    registry.add(check("queen", &text).table.unwrap(), Origin::BuiltIn);
    let proof = prove(&registry, registry.find("queen").unwrap(), ProveOptions::default()).unwrap();
    assert!(proof.proven && proof.longest <= 14, "{} {:?}", proof.longest, proof.failures);
}

#[test]
fn the_tables_of_the_program_give_no_cause_for_complaint() {
    let registry = Registry::built_in();
    for shelved in registry.tables() {
        let table = &shelved.table;
        assert_eq!(check(&table.name, &table.text).problems, [], "{}", table.name);
        assert_eq!(registry.handover_problems(table), []);
    }
}

#[test]
fn a_handover_to_a_table_that_is_not_there_or_does_not_fit_is_reported_with_its_place() {
    let text = "material KP v K\nhandover KQ v K to queen\nhandover KR v K to kqk\nrule all: if any_position then go\n\
                advice go: better: them_to_move holding: any_position us: depth = 0 and legal them: none\n";
    let told: Vec<String> = Registry::built_in()
        .handover_problems(&check("pawn", text).table.unwrap())
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(told.len(), 2);
    assert!(
        told[0].starts_with(
            "2:20: there is no table queen to hand KQvK over to; put its file queen.al0 beside this one, or choose one of krk,"
        ),
        "{told:?}"
    );
    assert_eq!(
        told[1],
        "3:20: kqk is a table for KQvK, and KRvK is to be handed over to it; choose another table"
    );
}
