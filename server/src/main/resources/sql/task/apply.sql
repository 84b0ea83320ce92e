-- Writes what a group of commands decided, as far as most groups have something of it. Each part repeats what it expects,
-- and the counts that come back tell whether all of it was so; if not, the transaction starts again from fresh rows.
with changed as (
  select *
  from unnest(
    :batches::uuid[], :nos::integer[], :from_statuses::text[]::task_status[], :claims::integer[],
    :statuses::text[]::task_status[], :paused_from::text[]::task_status[], :required::integer[],
    :satisfied::integer[], :ended_children::integer[], :attempts::integer[], :retries::integer[],
    :items::integer[], :first_items::integer[], :reasons::text[], :next_retry_at::text[]::timestamptz[],
    :started::boolean[], :taken::boolean[]) as c (
    batch_id, no, from_status, claims, status, paused_from, required, satisfied, ended_children, attempt, retries,
    items, first_item, reason, next_retry_at, started, taken)
), moved as (
  update task_state as state
  set status = changed.status,
    paused_from = changed.paused_from,
    required = changed.required,
    satisfied = changed.satisfied,
    ended_children = changed.ended_children,
    attempt = changed.attempt,
    claims = state.claims + changed.taken::integer,
    retries = changed.retries,
    items = changed.items,
    first_item = changed.first_item,
    failure_reason = changed.reason,
    next_retry_at = changed.next_retry_at,
    cancel_action = case when not changed.taken then state.cancel_action end,
    started_at = case when changed.taken then :now::timestamptz
      when changed.started then coalesce(state.started_at, :now::timestamptz) end,
    ended_at = case when changed.status in ('success', 'failure', 'canceled', 'skipped')
      then coalesce(state.ended_at, :now::timestamptz) end,
    last_updated = :now::timestamptz
  from changed
  where state.batch_id = any (array[changed.batch_id]) and state.no = changed.no
    -- A call that was answered meanwhile does not stand in the way of an end, but of a pause or a return it does.
    and (state.status = changed.from_status
      or (changed.from_status = 'claimed' and state.status = 'running'
        and changed.status in ('success', 'failure', 'canceled', 'skipped', 'retry_pending')))
    and state.claims = changed.claims
  returning 1
), numbered as materialized (
  select given.*, nextval('event_seq') as seq
  from (
    select *
    from unnest(:event_batches::uuid[], :event_types::text[], :event_nos::text[], :event_attempts::text[],
      :event_details::text[], :event_sources::text[])
      with ordinality as e (batch_id, type, nos, attempts, details, source_id, ordinal)
    order by ordinal) as given
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, details, source_id, at)
  select batch_id, seq, type, nos::integer[], attempts::integer[], details::json, source_id, :now::timestamptz
  from numbered
), versions as (
  select array_agg(seq order by ordinal) as seqs from numbered
), resolved as (
  insert into fact (batch_id, parent, child, satisfied, resolution, satisfying_attempt, row_version, satisfied_at)
  select f.batch_id, f.parent, f.child, f.satisfied, f.resolution::edge_resolution, f.attempt,
    versions.seqs[f.event + 1] * 1048576 + f.entry, :now::timestamptz
  from versions
  cross join unnest(:fact_batches::uuid[], :fact_parents::integer[], :fact_children::integer[],
    :fact_satisfied::boolean[], :fact_resolutions::text[], :fact_attempts::integer[], :fact_events::integer[],
    :fact_entries::integer[]) as f (batch_id, parent, child, satisfied, resolution, attempt, event, entry)
  returning 1
), queued as (
  insert into queue (batch_id, no, lane, priority, parked)
  select q.batch_id, q.no, q.lane, task.priority, q.parked
  from unnest(:queue_batches::uuid[], :queue_nos::integer[], :queue_lanes::text[], :queue_parked::text[])
    with ordinality as q (batch_id, no, lane, parked, ordinal)
  join task on task.batch_id = any (array[q.batch_id]) and task.no = q.no
  order by q.ordinal
), given as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select batch_id, no, kind, holder, true, period, :now::timestamptz + make_interval(secs => period)
  from unnest(:give_batches::uuid[], :give_nos::integer[], :give_kinds::text[], :give_holders::text[], :give_periods::integer[])
    as g (batch_id, no, kind, holder, period)
), released as (
  delete from lease
  using unnest(:release_batches::uuid[], :release_nos::integer[]) as r (batch_id, no)
  where lease.batch_id = any (array[r.batch_id]) and lease.no = r.no
), returned as (
  insert into result (batch_id, no, value)
  select r.batch_id, r.no, r.value::json
  from unnest(:result_batches::uuid[], :result_nos::integer[], :result_values::text[]) as r (batch_id, no, value)
  on conflict (batch_id, no) do update set value = excluded.value
), counted as (
  update batch
  set total = batch.total + d.total,
    last_no = batch.last_no + d.numbered,
    success = batch.success + d.success,
    failure = batch.failure + d.failure,
    canceled = batch.canceled + d.canceled,
    skipped = batch.skipped + d.skipped,
    result = case when batch.result_no is null then d.result::json else batch.result end,
    result_no = coalesce(batch.result_no, d.result_no),
    completed_at = case when d.ended + batch.success + batch.failure + batch.canceled + batch.skipped
      = batch.total + d.total then :now::timestamptz end,
    state = case
      when d.ended + batch.success + batch.failure + batch.canceled + batch.skipped < batch.total + d.total then 'running'
      when batch.failure + d.failure > 0 then 'failed'
      when batch.canceled + d.canceled > 0 then 'canceled'
      else 'succeeded' end::batch_state
  from (
    select *, success + failure + canceled + skipped as ended
    from unnest(:count_batches::uuid[], :count_total::integer[], :count_numbered::integer[], :count_success::integer[], :count_failure::integer[],
      :count_canceled::integer[], :count_skipped::integer[], :count_results::text[], :count_result_nos::integer[])
      as c (batch_id, total, numbered, success, failure, canceled, skipped, result, result_no)) as d
  where batch.batch_id = any (array[d.batch_id])
)
select (select count(*) from moved) as moved, (select count(*) from resolved) as resolved,
  exists (select from queue where parked is not null) as parked;
