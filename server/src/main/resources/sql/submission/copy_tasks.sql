-- Copies the definitions of new tasks. The rows follow in binary form, with their fields in this order.
copy task (
  batch_id, no, local_id, name, kind, first_of_kind, lane, timeout_secs, priority, fairness_key, fairness_weight, metadata, children, conditions, parents,
  parent_conditions, join_count, foreign_parents, on_start, on_success, on_failure, on_cancel, retry, rules, dead_end_barrier, start_after,
  let_expression, when_expression, output_expression, return_expression, input, spread_expression, spread_collect, spread_fail_fast,
  spread_min_success, spread_parallel, wait, call, deadline_millis, stops_batch, called, reads, created_at)
from stdin (format binary);
