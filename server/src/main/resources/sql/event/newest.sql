-- Finds the newest settled ledger row of each named batch. A batch without one is left out.
select given.batch_id, newest.seq
from (select unnest(:batches::uuid[]) as batch_id) as given
cross join lateral (
  select event.seq
  from event
  where event.batch_id = given.batch_id and event.seq <= :settled
  order by event.seq desc
  limit 1) as newest;
