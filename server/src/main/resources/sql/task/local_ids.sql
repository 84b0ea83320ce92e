-- Reads the local IDs of tasks.
select task.batch_id, task.no, task.local_id
from (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as named
join task on task.batch_id = any (array[named.batch_id]) and task.no = named.no;
