-- Removes the deadlines of tasks that have ended or start over, and those of batches that have passed.
delete from deadline
using (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as ended
where deadline.batch_id = any (array[ended.batch_id]) and deadline.no = ended.no;
