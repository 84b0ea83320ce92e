-- Changes what an operator or executor may change of tasks. Only what is given changes; additions never pass the
-- range of a counter. A change that names an attempt needs that attempt to be under way, paused or not. A Running task that is
-- heard of has shown a sign of life.
with given as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    unnest(:attempts::integer[]) as attempt, unnest(:claims::integer[]) as claims,
    unnest(:priorities::integer[]) as priority, unnest(:metadata::text[]) as metadata,
    unnest(:success::bigint[]) as success, unnest(:failures::bigint[]) as failures,
    unnest(:expected::bigint[]) as expected_count
), moved as (
  update task_state as state
  set success = capped(state.success::numeric + coalesce(given.success, 0)),
    failures = capped(state.failures::numeric + coalesce(given.failures, 0)),
    expected_count = coalesce(given.expected_count, state.expected_count),
    last_updated = greatest(:now::timestamptz, state.last_updated)
  from given
  where state.batch_id = any (array[given.batch_id]) and state.no = given.no
    and (:ended or not is_terminal(state.status))
    and (given.attempt is null or (state.attempt = given.attempt and state.claims = given.claims
      and (is_held(state.status) or state.paused_from = 'running')))
  returning state.batch_id, state.no, state.status
), defined as (
  update task
  set priority = coalesce(given.priority, task.priority),
    metadata = case when given.metadata is null then task.metadata else given.metadata::jsonb end
  from given
  join moved on moved.batch_id = given.batch_id and moved.no = given.no
  where task.batch_id = any (array[given.batch_id]) and task.no = given.no
    and (given.priority is not null or given.metadata is not null)
  returning task.batch_id, task.no, task.priority
), requeued as (
  update queue
  set priority = defined.priority
  from defined
  where queue.batch_id = any (array[defined.batch_id]) and queue.no = defined.no and queue.priority <> defined.priority
), alive as (
  update lease
  set expires_at = greatest(lease.expires_at, :now::timestamptz + make_interval(secs => lease.period_secs))
  from moved
  where lease.batch_id = any (array[moved.batch_id]) and lease.no = moved.no and moved.status = 'running'
)
select batch_id, no from moved;
