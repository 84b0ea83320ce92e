-- What tasks with templates read, and their place in a spread.
select task.batch_id, task.no, task.reads, task.item_index
from unnest(:batches::uuid[], :nos::integer[]) as reader (batch_id, no)
join task on task.batch_id = any (array[reader.batch_id]) and task.no = reader.no;
