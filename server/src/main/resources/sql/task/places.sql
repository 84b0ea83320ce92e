-- Moves tasks out of the queue, gives resumed tasks their leases back, and sets and removes timers.
with unqueued as (
  delete from queue
  using (select unnest(:unqueue_batches::uuid[]) as batch_id, unnest(:unqueue_nos::integer[]) as no) as u
  where queue.batch_id = any (array[u.batch_id]) and queue.no = u.no
), leased as (
  insert into lease (batch_id, no, kind, holder, worker, period_secs, expires_at)
  select l.batch_id, l.no, l.kind, 'resumed', l.worker, l.period_secs, :now::timestamptz + make_interval(secs => l.period_secs)
  from (
    select unnest(:lease_batches::uuid[]) as batch_id, unnest(:lease_nos::integer[]) as no,
      unnest(:lease_kinds::text[]) as kind, unnest(:lease_workers::boolean[]) as worker,
      unnest(:lease_periods::integer[]) as period_secs) as l
), timed as (
  insert into timer (batch_id, no, due_at)
  select t.batch_id, t.no, t.due_at
  from (
    select unnest(:timer_batches::uuid[]) as batch_id, unnest(:timer_nos::integer[]) as no,
      unnest(:timer_due::text[]::timestamptz[]) as due_at) as t
  on conflict (batch_id, no) do update set due_at = excluded.due_at
)
delete from timer
using (select unnest(:untime_batches::uuid[]) as batch_id, unnest(:untime_nos::integer[]) as no) as u
where timer.batch_id = any (array[u.batch_id]) and timer.no = u.no;
