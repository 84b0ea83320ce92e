-- What tasks were called in their requests.
select task.batch_id, task.no, task.local_id
from unnest(:batches::uuid[], :nos::integer[]) as named (batch_id, no)
join task on task.batch_id = any (array[named.batch_id]) and task.no = named.no;
