//! The form of option declarations, and the macro that makes the struct of values, its defaults and the list from one text.

use super::value::{Kind, Value};

/// One option of `S`, the struct with the values of all options.
#[derive(Clone, Debug)]
pub struct Declaration<S> {
    /// The name in UCI.
    pub name: &'static str,
    /// What setting it does.
    pub role: Role<S>,
    /// When a change takes effect.
    pub effect: Effect,
    /// What the option does, in one sentence.
    pub does: &'static str,
}

/// What setting an option does.
#[derive(Clone, Debug)]
pub enum Role<S> {
    /// It changes a value.
    Sets(Field<S>),
    /// It triggers an action, and stores no value.
    Button,
    /// Nothing: GUIs show this text.
    About(&'static str),
}

/// The field of an option's value.
#[derive(Clone, Debug)]
pub struct Field<S> {
    /// The name of the field, which is also the key in engine.toml.
    pub key: &'static str,
    /// The allowed values.
    pub kind: Kind,
    /// Reads the value.
    pub read: fn(&S) -> Value,
    /// Sets the value; `None` if it is of another kind or does not fit, and then nothing changes.
    pub write: fn(&mut S, &Value) -> Option<()>,
}

/// When a changed option takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// With the next search.
    NextSearch,
    /// Immediately, also during a search.
    AtOnce,
    /// As soon as no search is running.
    Idle,
    /// With the next position that is read, and the next search.
    NextPosition,
    /// Never.
    Nothing,
}

impl Effect {
    /// The words for the documentation.
    pub const fn words(self) -> &'static str {
        match self {
            Effect::NextSearch => "with the next `go`",
            Effect::AtOnce => "at once, also during a search",
            Effect::Idle => "at once; during a search, when it has ended",
            Effect::NextPosition => "with the next position and the next `go`",
            Effect::Nothing => "it only informs",
        }
    }
}

/// Makes the struct of option values, its `Default`, and `declarations()`, which returns all options in order.
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
