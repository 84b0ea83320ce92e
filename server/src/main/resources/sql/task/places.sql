-- Where a group of commands puts tasks that are neither ready nor done: out of the queue, under a lease again, with a timer
-- or without.
with unqueued as (
  delete from queue
  using unnest(:unqueue_batches::uuid[], :unqueue_nos::integer[]) as u (batch_id, no)
  where queue.batch_id = any (array[u.batch_id]) and queue.no = u.no
), leased as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select l.batch_id, l.no, l.kind, 'resumed', l.worker, l.period_secs, :now::timestamptz + make_interval(secs => l.period_secs)
  from unnest(:lease_batches::uuid[], :lease_nos::integer[], :lease_kinds::text[], :lease_workers::boolean[],
    :lease_periods::integer[]) as l (batch_id, no, kind, worker, period_secs)
), timed as (
  insert into timer (batch_id, no, due_at)
  select t.batch_id, t.no, t.due_at
  from unnest(:timer_batches::uuid[], :timer_nos::integer[], :timer_due::text[]::timestamptz[]) as t (batch_id, no, due_at)
  on conflict (batch_id, no) do update set due_at = excluded.due_at
)
delete from timer
using unnest(:untime_batches::uuid[], :untime_nos::integer[]) as u (batch_id, no)
where timer.batch_id = any (array[u.batch_id]) and timer.no = u.no;
