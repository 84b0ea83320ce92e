-- One chunk of a batch's tasks: what each is, where it stands, and its place in the queue or among the timers.
with given as (
  select *
  from unnest(
    :nos::integer[], :local_ids::text[], :names::text[], :kinds::text[], :lanes::text[], :timeouts::integer[],
    :priorities::integer[], :metadata::text[], :children::text[], :conditions::text[], :parents::text[],
    :parent_conditions::text[], :foreign_parents::integer[], :on_start::text[], :on_success::text[],
    :on_failure::text[], :on_cancel::text[], :retries::text[], :rules::text[], :barriers::boolean[],
    :start_after::text[], :lets::text[], :whens::text[], :outputs::text[], :inputs::text[], :spreads::text[],
    :collects::boolean[], :parallels::integer[], :reads::text[], :expected::bigint[], :statuses::text[]) as g (
    no, local_id, name, kind, lane, timeout_secs, priority, metadata, children, conditions, parents,
    parent_conditions, foreign_parents, on_start, on_success, on_failure, on_cancel, retry, rules, barrier,
    start_after, let_expression, when_expression, output_expression, input, spread_expression, spread_collect,
    spread_parallel, reads, expected_count, status)
), defined as (
  insert into task (
    batch_id, no, local_id, name, kind, lane, timeout_secs, priority, metadata, children, conditions, parents,
    parent_conditions, foreign_parents, on_start, on_success, on_failure, on_cancel, retry, rules, dead_end_barrier,
    start_after, let_expression, when_expression, output_expression, input, spread_expression, spread_collect,
    spread_parallel, reads, created_at)
  select
    :batch, no, local_id, name, kind, lane, timeout_secs, priority, metadata::jsonb, children::integer[],
    conditions::edge_condition[], parents::integer[], parent_conditions::edge_condition[], coalesce(foreign_parents, 0),
    on_start::json, on_success::json, on_failure::json, on_cancel::json, retry::json, rules::json, coalesce(barrier, false),
    start_after::timestamptz, let_expression, when_expression, output_expression, input::json, spread_expression,
    coalesce(spread_collect, false), coalesce(spread_parallel, 0), reads::json,
    -- Tasks of one request are a microsecond apart, so that their order is told by their age too.
    :now::timestamptz + no * interval '1 microsecond'
  from given
), placed as (
  insert into task_state (batch_id, no, status, required, satisfied, expected_count, last_updated)
  select :batch, no, status::task_status, cardinality(parents::integer[]) + coalesce(foreign_parents, 0), 0, expected_count, :now::timestamptz
  from given
), queued as (
  insert into queue (batch_id, no, lane, priority)
  select :batch, no, lane, priority
  from given
  where status = 'pending' and (start_after is null or start_after::timestamptz <= :now::timestamptz)
  order by no
)
insert into timer (batch_id, no, due_at)
select :batch, no, start_after::timestamptz
from given
where status = 'pending' and start_after::timestamptz > :now::timestamptz;
