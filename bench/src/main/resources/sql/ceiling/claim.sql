-- Claims ready tasks of the named batches: removes them from the queue, sets them running, and writes leases and ledger rows.
with chosen as (
  select ready.batch_id, ready.no
  from unnest(?::uuid[]) as wanted (batch_id)
  cross join lateral (
    select queue.batch_id, queue.no
    from queue
    where queue.batch_id = wanted.batch_id and queue.parked is null
    order by queue.no
    limit ?
    for update skip locked) as ready
  limit ?
), taken as (
  delete from queue using chosen where queue.batch_id = any (array[chosen.batch_id]) and queue.no = chosen.no
), moved as (
  update task_state as state
  set status = 'running', claims = state.claims + 1, started_at = now(), last_updated = now()
  from chosen
  where state.batch_id = any (array[chosen.batch_id]) and state.no = chosen.no and state.status = 'pending'
  returning state.batch_id, state.no, state.attempt
), leased as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select moved.batch_id, moved.no, task.kind, 'ceiling', true, task.timeout_secs,
    now() + make_interval(secs => task.timeout_secs)
  from moved
  join task on task.batch_id = any (array[moved.batch_id]) and task.no = moved.no
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select batch_id, nextval('event_seq'), 'running', array_agg(no), array_agg(attempt), now()
  from moved
  group by batch_id
)
select batch_id, no from moved;
