//! The values of the option `Advice`.

use serde::Deserialize;

use super::value::{Kind, Settable, Value};

/// What tables of advice do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AdviceMode {
    /// Proven tables that are listed for play do play; the others say what they would play.
    Play,
    /// All say what they would play, and the search plays.
    Explain,
    /// They do nothing.
    Off,
}

impl AdviceMode {
    const ALL: [AdviceMode; 3] = [AdviceMode::Play, AdviceMode::Explain, AdviceMode::Off];

    /// The spelling of the value.
    const fn name(self) -> &'static str {
        match self {
            AdviceMode::Play => "play",
            AdviceMode::Explain => "explain",
            AdviceMode::Off => "off",
        }
    }

    /// The kind that allows each of them.
    pub(super) fn kind() -> Kind {
        Kind::Choice(AdviceMode::ALL.map(|mode| mode.name().to_owned()).to_vec())
    }
}

impl Settable for AdviceMode {
    fn to_value(&self) -> Value {
        Value::Text(self.name().to_owned())
    }

    fn from_value(value: &Value) -> Option<AdviceMode> {
        let Value::Text(name) = value else { return None };
        AdviceMode::ALL.into_iter().find(|mode| mode.name() == name)
    }
}
