-- Calls that were answered: the tasks run, and their cancel actions are known from the same moment on. A lease that would
-- end too late is shortened; one that ends too early is left to lease/expired, as most tasks end before it does. No task starts
-- before its last change, such as its claim, which may have its time from another server.
with answered as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    unnest(:attempts::integer[]) as attempt, unnest(:claims::integer[]) as claims,
    unnest(:cancel_actions::text[]) as cancel_action
), moved as (
  update task_state as state
  set status = 'running',
    started_at = greatest(:now::timestamptz, state.last_updated),
    last_updated = greatest(:now::timestamptz, state.last_updated),
    cancel_action = answered.cancel_action::json
  from answered
  where state.batch_id = any (array[answered.batch_id]) and state.no = answered.no
    and state.attempt = answered.attempt and state.claims = answered.claims and state.status = 'claimed'
  returning state.batch_id, state.no, state.attempt, state.started_at
), leased as (
  update lease
  set expires_at = moved.started_at + make_interval(secs => lease.period_secs)
  from moved
  where lease.batch_id = any (array[moved.batch_id]) and lease.no = moved.no
    and lease.expires_at > moved.started_at + make_interval(secs => lease.period_secs)
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select moved.batch_id, nextval('event_seq'), 'running', array_agg(moved.no), array_agg(moved.attempt),
    max(moved.started_at)
  from moved
  group by moved.batch_id
)
select moved.batch_id, moved.no from moved;
