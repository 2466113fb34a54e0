//! The kinds and values of options, and the conversion between these values and the types of the fields.

use std::fmt;

/// The allowed values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within a range.
    Integer {
        /// The smallest allowed number.
        minimum: i64,
        /// The largest allowed number.
        maximum: i64,
        /// The unit; empty if the number has none.
        unit: String,
    },
    /// `true` or `false`.
    Boolean,
    /// One of these texts.
    Choice(Vec<String>),
    /// Any text.
    Text,
}

/// Whole numbers from `minimum` to `maximum`.
pub(super) fn integer(minimum: i64, maximum: i64, unit: &str) -> Kind {
    Kind::Integer { minimum, maximum, unit: unit.to_owned() }
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// A text.
    Text(String),
}

/// As in TOML, with texts in quotation marks.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(formatter, "{number}"),
            Value::Boolean(flag) => write!(formatter, "{flag}"),
            Value::Text(text) => write!(formatter, "{text:?}"),
        }
    }
}

/// A type that an option's field can have.
pub(super) trait Settable: Sized {
    /// Returns the field as a value.
    fn to_value(&self) -> Value;

    /// Returns the field for a value; `None` if it is of another kind or does not fit.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! settable_integers {
    ($($type:ty),+) => {
        $(impl Settable for $type {
            fn to_value(&self) -> Value {
                Value::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
            }

            fn from_value(value: &Value) -> Option<$type> {
                match value {
                    Value::Integer(number) => <$type>::try_from(*number).ok(),
                    _ => None,
                }
            }
        })+
    };
}

settable_integers!(u32, u64, usize);

impl Settable for bool {
    fn to_value(&self) -> Value {
        Value::Boolean(*self)
    }

    fn from_value(value: &Value) -> Option<bool> {
        match value {
            Value::Boolean(flag) => Some(*flag),
            _ => None,
        }
    }
}

impl Settable for String {
    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }

    fn from_value(value: &Value) -> Option<String> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}
