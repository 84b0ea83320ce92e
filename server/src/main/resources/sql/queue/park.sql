-- Sets tasks aside until the set that blocks them changes.
update queue
set parked = p.parked
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:parked::text[]) as parked) as p
where queue.batch_id = any (array[p.batch_id]) and queue.no = p.no;
