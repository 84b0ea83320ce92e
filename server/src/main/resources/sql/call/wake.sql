-- Lets the next calls of bounded spreads start, as many as have ended. The caller holds the locks of the spreads.
with next as (
  select held_back.batch_id, held_back.no, held_back.attempt
  from (
    select s.batch_id, s.spread_of, count(*) as places
    from (select unnest(:batches::uuid[]) as batch_id, unnest(:spreads::integer[]) as spread_of) as s
    group by 1, 2) as freed
  cross join lateral (
    select call.batch_id, call.no, call.attempt
    from call
    where call.batch_id = any (array[freed.batch_id]) and call.spread_of = freed.spread_of and call.parallel > 0
      and call.child_batch is null and call.wanted = 'run' and call.due_at is null
    order by call.no
    limit freed.places) as held_back
)
update call
set due_at = :now::timestamptz
from next
where call.batch_id = any (array[next.batch_id]) and call.no = next.no and call.attempt = next.attempt;
