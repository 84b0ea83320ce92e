-- Says what the child batches of calls should do from now on: run, be paused, or stop because the attempt that called is over.
update call
set wanted = change.wanted, due_at = :now::timestamptz
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:wanted::text[]) as wanted) as change
where call.batch_id = any (array[change.batch_id]) and call.no = change.no and call.attempt = change.attempt;
