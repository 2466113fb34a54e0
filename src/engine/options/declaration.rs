//! The form in which options are declared, and the macro that makes the struct of their values, its defaults and the list
//! of declarations from one text.

use super::value::{Kind, Value};

/// One option of `S`, the struct that holds the values of all.
#[derive(Clone, Debug)]
pub struct Declaration<S> {
    /// The name by which UCI sets it.
    pub name: &'static str,
    /// What setting it means.
    pub role: Role<S>,
    /// When it counts.
    pub effect: Effect,
    /// What it does, in one sentence.
    pub does: &'static str,
}

/// What setting an option means.
#[derive(Clone, Debug)]
pub enum Role<S> {
    /// A value changes.
    Sets(Field<S>),
    /// Something is done, and no value is kept.
    Button,
    /// Nothing: GUIs show this text.
    About(&'static str),
}

/// The place of an option's value.
#[derive(Clone, Debug)]
pub struct Field<S> {
    /// Its name, which is its key in engine.toml, too.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Reads it.
    pub read: fn(&S) -> Value,
    /// Sets it; `None` where the value is of another kind or does not fit, and nothing is changed then.
    pub write: fn(&mut S, &Value) -> Option<()>,
}

/// When an option that is set counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// With the next search.
    NextSearch,
    /// As soon as no search runs.
    Idle,
    /// With the next position that is read and the next search.
    NextPosition,
    /// Never.
    Nothing,
}

impl Effect {
    /// In words, for the documentation.
    pub const fn words(self) -> &'static str {
        match self {
            Effect::NextSearch => "with the next `go`",
            Effect::Idle => "at once; during a search, when it has ended",
            Effect::NextPosition => "with the next position and the next `go`",
            Effect::Nothing => "it only informs",
        }
    }
}

/// Makes the struct of the options' values, its `Default`, and `declarations()` of all options in their order.
macro_rules! declare {
    (
        $(#[$attribute:meta])*
        pub struct $options:ident;
        $($name:literal {
            $(field $key:ident: $type:ty = $default:expr; allowed $kind:expr;)?
            $(role $role:expr;)?
            effect $effect:expr;
            does $does:literal;
        })+
    ) => {
        $(#[$attribute])*
        pub struct $options {
            $($(#[doc = $does] pub $key: $type,)?)+
        }

        impl Default for $options {
            fn default() -> $options {
                $options { $($($key: $default,)?)+ }
            }
        }

        /// All options, in the order in which UCI announces them.
        pub fn declarations() -> Vec<Declaration<$options>> {
            vec![$(Declaration {
                name: $name,
                role: $(Role::Sets(Field {
                    key: stringify!($key),
                    kind: $kind,
                    read: |options: &$options| options.$key.to_value(),
                    write: |options: &mut $options, value: &Value| {
                        options.$key = Settable::from_value(value)?;
                        Some(())
                    },
                }))? $($role)?,
                effect: $effect,
                does: $does,
            }),+]
        }
    };
}

pub(super) use declare;
