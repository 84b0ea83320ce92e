-- Says what the child batches of calls should do from now on: run, be paused, or stop because the attempt that called is over. A call
-- without a child, or with one that is over, needs no attention until it should run. A child that was committed while this waited
-- for the row of its call counts as live, although the statement does not see it.
update call
set wanted = change.wanted,
  due_at = case
    when change.wanted = 'run'
      or (call.child_batch is not null
        and not exists (select from batch where batch.batch_id = any (array[call.child_batch]) and batch.state <> 'running'))
      then :now::timestamptz end
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:wanted::text[]) as wanted) as change
where call.batch_id = any (array[change.batch_id]) and call.no = change.no and call.attempt = change.attempt;
