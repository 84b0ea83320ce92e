-- The newest settled ledger row of each of these batches; none of a batch that has none.
select given.batch_id, newest.seq
from (select unnest(:batches::uuid[]) as batch_id) as given
cross join lateral (
  select event.seq
  from event
  where event.batch_id = given.batch_id and event.seq <= :settled
  order by event.seq desc
  limit 1) as newest;
