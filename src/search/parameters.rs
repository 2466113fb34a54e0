//! The numbers that steer the search; engine.toml's `[search]` holds their ranges, units and defaults.

use serde::Deserialize;

/// One field for each key of engine.toml's `[search]`, which explains it in a comment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SearchParameters {
    pub pv_tree: bool,
    pub aspiration_minimum_depth: i32,
    pub aspiration_window: i32,
    pub table_clock_limit: u32,
    pub null_move_minimum_depth: i32,
    pub null_move_minimum_pieces: i32,
    pub null_move_base_reduction: i32,
    pub null_move_depth_divisor: i32,
    pub null_move_surplus: i32,
    pub zugzwang_mobility: usize,
    pub reverse_futility_maximum_depth: i32,
    pub reverse_futility_margin: i32,
    pub static_pruning_maximum_depth: i32,
    pub static_pruning_base: i32,
    pub static_pruning_margin: i32,
    pub exchange_pruning_maximum_depth: i32,
    pub exchange_pruning_margin: i32,
    pub late_move_maximum_depth: i32,
    pub late_move_base: i32,
    pub reduction_minimum_depth: i32,
    pub reduction_minimum_moves: i32,
    pub reduction_base: i32,
    pub reduction_scale: i32,
    pub reduction_history_divisor: i32,
    pub reduction_surprise: i32,
    pub reduction_settled_maximum_depth: i32,
    pub internal_reduction_minimum_depth: i32,
    pub singular_minimum_depth: i32,
    pub singular_entry_gap: i32,
    pub singular_margin: i32,
    pub singular_double_margin: i32,
    pub singular_clock_limit: u32,
    pub history_bonus_factor: i32,
    pub history_bonus_maximum: i32,
    pub correction_limit: i32,
    pub correction_slowness: i32,
    pub correction_maximum_weight: i32,
    pub quiescence_check_plies: i32,
    pub quiescence_nodes: u64,
    pub quiescence_margin: i32,
    pub near_mate_first_look: u64,
    pub near_mate_work: u64,
    pub near_mate_share: u64,
    pub time_expected_moves: u32,
    pub time_soft_share: u32,
    pub time_iteration_share: u32,
    pub time_unstable_share: u32,
    pub time_stability_step: u32,
    pub time_stable_share: u32,
    pub time_node_share_base: u32,
    pub time_drop_share: u32,
    pub time_drop_maximum: u32,
    pub time_hard_share: u32,
    pub time_reserve_share: u32,
    pub time_reserve: u64,
}

#[cfg(test)]
impl SearchParameters {
    /// Returns the values in engine.toml.
    pub(super) fn defaults() -> SearchParameters {
        #[derive(Deserialize)]
        struct File {
            search: SearchParameters,
        }
        toml_edit::de::from_str::<File>(include_str!("../../engine.toml")).unwrap().search
    }
}
