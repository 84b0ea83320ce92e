-- Inserts the states that new items have at the end of the transaction that made them.
insert into task_state (batch_id, no, status, required, satisfied, failure_reason, ended_at, last_updated)
select s.batch_id, s.no, s.status, 0, 0, s.reason,
  case when is_terminal(s.status) then :now::timestamptz end, :now::timestamptz
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no,
    unnest(:statuses::text[]::task_status[]) as status, unnest(:reasons::text[]) as reason) as s;
