-- Takes leases that have expired. Moving their time on makes sure that only one server acts on each; if that server dies,
-- another one finds the lease again later. When a webhook task's call was answered, its lease still ended with the claim: here
-- the lease gets the task's own end, counted from its start, instead of being reported.
with due as (
  select lease.batch_id, lease.no, lease.worker, lease.period_secs
  from lease
  where lease.expires_at <= :now::timestamptz
  order by lease.expires_at
  limit :max
  for update skip locked
), judged as (
  select due.batch_id, due.no, due.worker, state.status = 'running' as started, state.attempt, state.claims,
    case when state.status = 'running' and not due.worker
      and state.started_at + make_interval(secs => due.period_secs) > :now::timestamptz
      then state.started_at + make_interval(secs => due.period_secs) end as own_end
  from due
  join task_state as state on state.batch_id = any (array[due.batch_id]) and state.no = due.no
), moved as (
  update lease
  set expires_at = coalesce(judged.own_end, :now::timestamptz + :grace::interval)
  from judged
  where lease.batch_id = any (array[judged.batch_id]) and lease.no = judged.no
)
select batch_id, no, worker, started, attempt, claims from judged where own_end is null;
