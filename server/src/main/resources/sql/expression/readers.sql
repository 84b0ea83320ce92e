-- Reads, for tasks with templates, the tasks whose results they read and their index in a spread.
select task.batch_id, task.no, task.reads, task.item_index
from (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as reader
join task on task.batch_id = any (array[reader.batch_id]) and task.no = reader.no;
