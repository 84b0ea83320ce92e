-- Ends waits, because their tasks go on or are over.
delete from wait
using (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as ended
where wait.batch_id = any (array[ended.batch_id]) and wait.no = ended.no;
