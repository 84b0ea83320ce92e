-- Cancels every live task of a locked batch. The caller has emptied the batch's queue before, so no claim is under way. Facts,
-- counters, leases, timers, ledger and counts all follow from the same set of tasks, and the result names the tasks whose
-- cancel webhooks are due.
with live as materialized (
  select state.batch_id, state.no, state.status, state.paused_from, state.attempt
  from task_state as state
  where state.batch_id = :batch and not is_terminal(state.status)
), numbered as (
  select live.*, row_number() over (order by no) - 1 as entry from live
), ledger as materialized (
  select nextval('event_seq') as seq, part.*
  from (
    select entry / :row_entries as part, array_agg(no order by no) as nos, array_agg(attempt order by no) as attempts
    from numbered
    group by part
    order by part) as part
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, details, actor, at)
  select :batch, seq, 'canceled', nos, attempts, to_json(array_fill(:reason::text, array[cardinality(nos)])), :actor, :now::timestamptz
  from ledger
), versions as (
  select array_agg(seq order by part) as seqs from ledger
), resolved as (
  insert into fact (batch_id, parent, child, satisfied, resolution, satisfying_attempt, row_version, satisfied_at)
  select numbered.batch_id, numbered.no, edge.child, satisfies(edge.condition, 'CANCELLED'), 'CANCELLED', numbered.attempt,
    entry_id(versions.seqs[numbered.entry / :row_entries + 1], numbered.entry % :row_entries), :now::timestamptz
  from numbered
  cross join versions
  join task on task.batch_id = any (array[numbered.batch_id]) and task.no = numbered.no
  cross join lateral (select unnest(task.children) as child, unnest(edge_conditions(task.conditions)) as condition) as edge
  on conflict do nothing
  returning batch_id, child, satisfied
), touched as (
  select batch_id, no, bool_or(live) as live, sum(satisfied)::integer as satisfied
  from (
    select batch_id, no, true as live, 0 as satisfied from live
    union all
    select batch_id, child, false, satisfied::integer from resolved) as each
  group by batch_id, no
), moved as (
  update task_state as state
  set satisfied = least(state.satisfied + touched.satisfied, state.required),
    status = case when touched.live then 'canceled' else state.status end,
    paused_from = null,
    next_retry_at = null,
    failure_reason = case when touched.live then :reason else state.failure_reason end,
    ended_at = case when touched.live then :now::timestamptz else state.ended_at end,
    last_updated = :now::timestamptz
  from touched
  where state.batch_id = any (array[touched.batch_id]) and state.no = touched.no
), released as (
  delete from lease where lease.batch_id = :batch
), untimed as (
  delete from timer where timer.batch_id = :batch
), unwaited as (
  delete from wait where wait.batch_id = :batch
), undue as (
  -- That of the batch itself (0) holds again if it is rerun before.
  delete from deadline where deadline.batch_id = :batch and deadline.no > 0
), called as (
  update call set wanted = 'stop', due_at = :now::timestamptz where call.batch_id = :batch and call.wanted <> 'stop'
), returned as (
  update call
  set due_at = :now::timestamptz
  from batch
  where batch.batch_id = :batch and call.batch_id = any (array[batch.parent_batch]) and call.no = any (array[batch.parent_no])
    and call.attempt = any (array[batch.parent_attempt]) and call.wanted <> 'stop'
), counted as (
  update batch
  set version = version + 1, canceled = canceled + ended.count, collected_canceled = collected_canceled + ended.collected,
    -- A spread whose items are canceled is canceled too and is not collected, so at least one canceled task counts.
    state = case when batch.failure > batch.collected_failure then 'failed' else 'canceled' end::batch_state,
    completed_at = :now::timestamptz
  from (
    select count(*), count(*) filter (where task.spread_of > 0 and task.spread_collect) as collected
    from live
    join task on task.batch_id = any (array[live.batch_id]) and task.no = live.no) as ended
  where batch.batch_id = :batch and ended.count > 0
)
select
  count(*) filter (where status = 'waiting') as waiting,
  count(*) filter (where status = 'pending') as pending,
  count(*) filter (where status = 'claimed') as claimed,
  count(*) filter (where status = 'running') as running,
  count(*) filter (where status = 'paused') as paused,
  count(*) filter (where status = 'retry_pending') as retry_pending,
  array_agg(no order by no) filter (where is_held(coalesce(paused_from, status))) as executing,
  array_agg(attempt order by no) filter (where is_held(coalesce(paused_from, status))) as executing_attempts
from live;
