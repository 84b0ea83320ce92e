-- Sets tasks aside until the set that blocks them changes.
update queue
set parked = p.parked
from unnest(:batches::uuid[], :nos::integer[], :parked::text[]) as p (batch_id, no, parked)
where queue.batch_id = any (array[p.batch_id]) and queue.no = p.no;
