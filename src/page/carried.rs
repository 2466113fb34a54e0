//! Embeds data in a page for its script.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// Data as JSON, safe to embed in a page. The scripts read it as `carried`.
#[derive(Clone, Debug)]
pub struct Carried(String);

impl Carried {
    /// Converts the data.
    ///
    /// # Errors
    /// If the data cannot be written as JSON, which would be a bug.
    pub fn new(data: &impl Serialize) -> Result<Carried, serde_json::Error> {
        // Only an end tag ends a script element, so without `<` the data cannot end it.
        Ok(Carried(serde_json::to_string(data)?.replace('<', "\\u003c")))
    }

    pub(super) fn element(&self) -> Markup {
        html! { script type="application/json" id="carried" { (PreEscaped(&self.0)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_the_script_element_that_carries_it() {
        let element = Carried::new(&["</script><b>"]).unwrap().element().into_string();
        assert_eq!(element.matches('<').count(), 2, "{element}");
        let data = element.strip_suffix("</script>").and_then(|rest| rest.split_once('>')).unwrap().1;
        assert_eq!(serde_json::from_str::<Vec<String>>(data).unwrap(), ["</script><b>"]);
    }
}
