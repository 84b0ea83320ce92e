-- Unparks the first task of every set that a rule or the bound of a spread holds back, in case a place became free without a
-- signal.
update queue
set parked = null
from (select distinct parked from queue where parked >= 'rate:' and parked < 'spread:~') as waiting
cross join lateral (
  select q.batch_id, q.no from queue as q
  where q.parked = waiting.parked
  order by q.priority desc, q.position
  limit 1
  for update skip locked) as first
where queue.batch_id = any (array[first.batch_id]) and queue.no = first.no
returning queue.lane;
