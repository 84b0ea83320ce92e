-- Leases that ran out. Their time is moved on so that only one server acts on each; if that server dies, another
-- one finds them again.
with due as (
  select lease.batch_id, lease.no
  from lease
  where lease.expires_at <= clock_timestamp() + :skew::interval
  order by lease.expires_at
  limit :max
  for update skip locked
)
update lease
set expires_at = clock_timestamp() + :skew::interval + :grace::interval
from due
join task_state as state on state.batch_id = any (array[due.batch_id]) and state.no = any (array[due.no])
where lease.batch_id = any (array[due.batch_id]) and lease.no = due.no
returning lease.batch_id, lease.no, lease.worker, state.status = 'running' as started, state.attempt, state.claims;
