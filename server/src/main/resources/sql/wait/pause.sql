-- Stops the clocks of waits whose tasks are paused, and starts them again. One that was answered meanwhile is due at once. A wait for
-- a point in time ends then, even if the pause has moved its time limit behind it.
update wait
set paused = change.paused,
  left_millis = case when change.paused then (extract(epoch from wait.due_at - :now::timestamptz) * 1000)::bigint end,
  due_at = case
    when change.paused then null
    when wait.answered then :now::timestamptz
    else least(wait.until_at, :now::timestamptz + make_interval(secs => wait.left_millis / 1000.0)) end,
  expires = wait.expires
    and (change.paused or wait.until_at is null
      or wait.until_at > :now::timestamptz + make_interval(secs => wait.left_millis / 1000.0))
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:paused::boolean[]) as paused) as change
where wait.batch_id = any (array[change.batch_id]) and wait.no = change.no;
