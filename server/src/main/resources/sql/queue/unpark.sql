-- Unparks as many tasks of each waiting set as places became free.
update queue
set parked = null
from (select prefix, count(*) from unnest(:prefixes::text[]) as prefix group by prefix) as freed
cross join lateral (
  select distinct parked from queue as q where q.parked >= freed.prefix and q.parked < freed.prefix || '~') as waiting
cross join lateral (
  select q.batch_id, q.no from queue as q
  where q.parked = waiting.parked
  order by q.priority desc, q.position
  limit freed.count
  for update skip locked) as next
where queue.batch_id = any (array[next.batch_id]) and queue.no = next.no;
