-- Deletes the states of the items of spreads that start over. It waits for a claim that has one of them; the next statement then sees
-- what the claim has written.
delete from task_state
using (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as gone
where task_state.batch_id = any (array[gone.batch_id]) and task_state.no = gone.no;
