-- Parks tasks until a place in the set that blocks them may be free. A row that another transaction has locked is left alone:
-- the next claimer that reads it parks it.
update queue
set parked = free.parked
from (
  select queue.batch_id, queue.no, p.parked
  from (
    select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:parked::text[]) as parked) as p
  cross join lateral (
    select batch_id, no from queue
    where queue.batch_id = any (array[p.batch_id]) and queue.no = p.no
    for update skip locked) as queue) as free
where queue.batch_id = any (array[free.batch_id]) and queue.no = free.no;
