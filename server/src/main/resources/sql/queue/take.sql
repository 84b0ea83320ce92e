-- Claims tasks: out of the queue, a new claim number, a lease, a line in the ledger.
with taken as (
  delete from queue
  using unnest(:batches::uuid[], :nos::integer[]) as c (batch_id, no)
  where queue.batch_id = c.batch_id and queue.no = c.no
  returning queue.batch_id, queue.no, queue.priority, queue.position
), moved as (
  update task_state as state
  set status = :status::task_status,
    claims = state.claims + 1,
    started_at = case when :worker then :now::timestamptz end,
    cancel_action = null,
    last_updated = :now::timestamptz
  from taken
  where state.batch_id = taken.batch_id and state.no = taken.no and state.status = 'pending'
  returning state.batch_id, state.no, state.attempt, state.claims, taken.priority, taken.position
), leased as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select moved.batch_id, moved.no, task.kind, :holder, :worker,
    case when :worker then coalesce(:period::integer, task.timeout_secs) else task.timeout_secs end,
    :now::timestamptz + make_interval(secs => coalesce(:period::integer, task.timeout_secs))
  from moved
  join task on task.batch_id = moved.batch_id and task.no = moved.no
  returning batch_id, no, expires_at
), recorded as (
  insert into event (batch_id, seq, type, nos, attempts, at)
  select moved.batch_id, nextval('event_seq'), :status, array_agg(moved.no), array_agg(moved.attempt), :now::timestamptz
  from moved
  group by moved.batch_id
)
select moved.batch_id, moved.no, moved.attempt, moved.claims, task.kind, task.name, task.metadata, task.input,
  task.on_start, task.timeout_secs, task.lane, leased.expires_at
from moved
join task on task.batch_id = moved.batch_id and task.no = moved.no
join leased on leased.batch_id = moved.batch_id and leased.no = moved.no
order by moved.priority desc, moved.position;
