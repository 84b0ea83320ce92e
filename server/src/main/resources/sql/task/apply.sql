-- Writes the decision about a group of commands: the part that most groups have. Each CTE repeats the state that it expects,
-- the batches' versions first (I28). If any of it has changed, the statement fails and the group is loaded again under locks. A
-- group that was decided from memory (recalled) has locked no batch before, and has not checked whether tasks are parked.
with counted as (
  update batch
  set version = batch.version + 1,
    total = batch.total + d.total,
    last_no = batch.last_no + d.numbered,
    success = batch.success + d.success,
    failure = batch.failure + d.failure,
    canceled = batch.canceled + d.canceled,
    skipped = batch.skipped + d.skipped,
    collected_failure = batch.collected_failure + d.collected_failure,
    collected_canceled = batch.collected_canceled + d.collected_canceled,
    completed_at = case when d.ended + batch.success + batch.failure + batch.canceled + batch.skipped
      = batch.total + d.total then :now::timestamptz end,
    state = case
      when d.ended + batch.success + batch.failure + batch.canceled + batch.skipped < batch.total + d.total then 'running'
      when batch.verdict is not null then batch.verdict::text
      when batch.failure + d.failure > batch.collected_failure + d.collected_failure then 'failed'
      when batch.canceled + d.canceled > batch.collected_canceled + d.collected_canceled then 'canceled'
      else 'succeeded' end::batch_state
  from (
    select unnest(:count_batches::uuid[]) as batch_id, unnest(:count_versions::bigint[]) as version,
      unnest(:count_total::integer[]) as total, unnest(:count_numbered::integer[]) as numbered,
      unnest(:count_ended::integer[]) as ended, unnest(:count_success::integer[]) as success,
      unnest(:count_failure::integer[]) as failure, unnest(:count_canceled::integer[]) as canceled,
      unnest(:count_skipped::integer[]) as skipped, unnest(:count_collected_failure::integer[]) as collected_failure,
      unnest(:count_collected_canceled::integer[]) as collected_canceled) as d
  where batch.batch_id = any (array[d.batch_id]) and batch.version = d.version
  returning 1
), changed as (
  select unnest(:move_batches::uuid[]) as batch_id, unnest(:move_nos::integer[]) as no,
    unnest(:move_from::text[]::task_status[]) as from_status, unnest(:move_claims::integer[]) as claims,
    unnest(:move_to::text[]::task_status[]) as status, unnest(:move_satisfied::integer[]) as satisfied,
    unnest(:move_started::boolean[]) as started, unnest(:move_taken::boolean[]) as taken,
    unnest(:move_workers::text[]) as worker
), moved as (
  -- These are the columns that most moves change. The other moves are written by task/change.
  update task_state as state
  set status = changed.status,
    satisfied = changed.satisfied,
    claims = state.claims + changed.taken::integer,
    worker = coalesce(changed.worker, state.worker),
    cancel_action = case when not changed.taken then state.cancel_action end,
    started_at = case when changed.taken then :now::timestamptz
      when changed.started then coalesce(state.started_at, :now::timestamptz) end,
    ended_at = case when is_terminal(changed.status)
      then coalesce(state.ended_at, :now::timestamptz) end,
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
), numbered as materialized (
  -- Numbered in the order of the arrays, so that facts find their entry by its index.
  select given.*, nextval('event_seq') as seq
  from (
    select unnest(:event_batches::uuid[]) as batch_id, unnest(:event_types::text[]) as type,
      unnest(:event_nos::text[]) as nos, unnest(:event_attempts::text[]) as attempts,
      unnest(:event_details::text[]) as details, unnest(:event_sources::text[]) as source_id,
      unnest(:event_actors::text[]) as actor) as given
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, details, source_id, actor, at)
  select batch_id, seq, type, nos::integer[], attempts::integer[], details::json, source_id, actor, :now::timestamptz
  from numbered
), versions as (
  select array_agg(seq) as seqs from numbered
), resolved as (
  insert into fact (batch_id, parent, child, satisfied, resolution, satisfying_attempt, row_version, satisfied_at)
  select f.batch_id, f.parent, f.child, f.satisfied, f.resolution::edge_resolution, f.attempt,
    entry_id(versions.seqs[f.event + 1], f.entry), :now::timestamptz
  from versions
  cross join (
    select unnest(:fact_batches::uuid[]) as batch_id, unnest(:fact_parents::integer[]) as parent,
      unnest(:fact_children::integer[]) as child, unnest(:fact_satisfied::boolean[]) as satisfied,
      unnest(:fact_resolutions::text[]) as resolution, unnest(:fact_attempts::integer[]) as attempt,
      unnest(:fact_events::integer[]) as event, unnest(:fact_entries::integer[]) as entry) as f
), given as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select batch_id, no, kind, holder, true, period, :now::timestamptz + make_interval(secs => period)
  from (
    select unnest(:give_batches::uuid[]) as batch_id, unnest(:give_nos::integer[]) as no,
      unnest(:give_kinds::text[]) as kind, unnest(:give_holders::text[]) as holder,
      unnest(:give_periods::integer[]) as period) as g
), released as (
  delete from lease
  using (select unnest(:release_batches::uuid[]) as batch_id, unnest(:release_nos::integer[]) as no) as r
  where lease.batch_id = any (array[r.batch_id]) and lease.no = r.no
)
-- The order of these conditions is the order of the locks: all batches first, then tasks.
select statement_timestamp() as told_at,
  case when (select count(*) from counted) <> cardinality(:count_batches::uuid[]) then outdated('batches')
    when (select count(*) from moved) <> :moved then outdated('tasks')
    when :recalled and exists (select from queue where parked is not null) then outdated('places')
    else true end as done;
