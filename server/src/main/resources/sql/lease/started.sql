-- Calls that were answered: the tasks run, and their cancel actions are known from the same moment on. A lease that would
-- end too late is shortened; one that ends too early is left to lease/expired, as most tasks end before it does.
with answered as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    unnest(:attempts::integer[]) as attempt, unnest(:claims::integer[]) as claims,
    unnest(:cancel_actions::text[]) as cancel_action
), moved as (
  update task_state as state
  set status = 'running',
    started_at = clock_timestamp() + :skew::interval,
    last_updated = clock_timestamp() + :skew::interval,
    cancel_action = answered.cancel_action::json
  from answered
  where state.batch_id = any (array[answered.batch_id]) and state.no = answered.no
    and state.attempt = answered.attempt and state.claims = answered.claims and state.status = 'claimed'
  returning state.batch_id, state.no, state.attempt
), leased as (
  update lease
  set expires_at = clock_timestamp() + :skew::interval + make_interval(secs => lease.period_secs)
  from moved
  where lease.batch_id = any (array[moved.batch_id]) and lease.no = moved.no
    and lease.expires_at > clock_timestamp() + :skew::interval + make_interval(secs => lease.period_secs)
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select moved.batch_id, nextval('event_seq'), 'running', array_agg(moved.no), array_agg(moved.attempt),
    clock_timestamp() + :skew::interval
  from moved
  group by moved.batch_id
)
select moved.batch_id, moved.no from moved;
