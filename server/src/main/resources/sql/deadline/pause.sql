-- Stops the deadlines of tasks that are paused, and starts them again.
update deadline
set left_millis = case when change.paused then (extract(epoch from deadline.due_at - :now::timestamptz) * 1000)::bigint end,
  due_at = case when not change.paused then :now::timestamptz + make_interval(secs => deadline.left_millis / 1000.0) end
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:paused::boolean[]) as paused) as change
where deadline.batch_id = any (array[change.batch_id]) and deadline.no = change.no;
