-- Writes the moves of a group that change more than task/apply does: pauses, retries, reasons, required edges, items. If one
-- task of a group needs it, all tasks of the group are written here, in key order. It runs before task/apply, which numbers the
-- ledger entries, so that a call that is answered meanwhile has its entry before the end of its task.
with locked as materialized (
  select from batch where batch.batch_id = any (:count_batches::uuid[]) order by batch.batch_id for no key update
), changed as (
  select unnest(:change_batches::uuid[]) as batch_id, unnest(:change_nos::integer[]) as no,
    unnest(:change_from::text[]::task_status[]) as from_status, unnest(:change_claims::integer[]) as claims,
    unnest(:change_to::text[]::task_status[]) as status, unnest(:change_satisfied::integer[]) as satisfied,
    unnest(:change_started::boolean[]) as started, unnest(:change_taken::boolean[]) as taken, unnest(:change_workers::text[]) as worker,
    unnest(:change_paused_from::text[]::task_status[]) as paused_from, unnest(:change_required::integer[]) as required,
    unnest(:change_missed::integer[]) as missed,
    unnest(:change_ended_children::integer[]) as ended_children, unnest(:change_attempts::integer[]) as attempt,
    unnest(:change_retries::integer[]) as retries, unnest(:change_items::integer[]) as items,
    unnest(:change_first_items::integer[]) as first_item, unnest(:change_reasons::text[]) as reason,
    unnest(:change_next_retry_at::text[]::timestamptz[]) as next_retry_at
), moved as (
  update task_state as state
  set status = changed.status,
    paused_from = changed.paused_from,
    required = changed.required,
    satisfied = changed.satisfied,
    missed = nullif(changed.missed, 0),
    ended_children = changed.ended_children,
    attempt = changed.attempt,
    claims = state.claims + changed.taken::integer,
    worker = coalesce(changed.worker, state.worker),
    retries = changed.retries,
    items = changed.items,
    first_item = changed.first_item,
    failure_reason = changed.reason,
    next_retry_at = changed.next_retry_at,
    cancel_action = case when not changed.taken then state.cancel_action end,
    started_at = case when changed.taken then :now::timestamptz
      when changed.started then coalesce(state.started_at, :now::timestamptz) end,
    -- A rerun that ends within its own transaction moves a task from one end to another; its new attempt gets a new time.
    ended_at = case when is_terminal(changed.status)
      then coalesce(case when changed.attempt = state.attempt then state.ended_at end, :now::timestamptz) end,
    last_updated = :now::timestamptz
  from changed
  where state.batch_id = any (array[changed.batch_id]) and state.no = changed.no
    -- An on_start answer may have moved the task from Claimed to Running meanwhile. An end or a retry may still follow; any
    -- other move has to be decided again.
    and (state.status = changed.from_status
      or (changed.from_status = 'claimed' and state.status = 'running'
        and (is_terminal(changed.status) or changed.status = 'retry_pending')))
    and state.claims = changed.claims
  returning 1
), past as (
  -- The next attempt may have another worker.
  insert into past_attempt as past (batch_id, no, attempt, worker)
  select state.batch_id, state.no, state.attempt, state.worker
  from changed
  join task_state as state on state.batch_id = any (array[changed.batch_id]) and state.no = changed.no
  where changed.attempt > 0 and changed.attempt > state.attempt and state.worker is not null
  on conflict (batch_id, no, attempt) do update set worker = excluded.worker
)
-- The order of these conditions is the order of the locks: all batches first, then tasks.
select statement_timestamp() as told_at,
  case when (select count(*) from locked) <> cardinality(:count_batches::uuid[]) then outdated('batches')
    when (select count(*) from moved) <> cardinality(:change_batches::uuid[]) then outdated('tasks')
    else true end as done;
