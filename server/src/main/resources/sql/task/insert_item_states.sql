-- Where new items stand at the end of the transaction that made them.
insert into task_state (batch_id, no, status, required, satisfied, failure_reason, ended_at, last_updated)
select s.batch_id, s.no, s.status, 0, 0, s.reason,
  case when s.status in ('success', 'failure', 'canceled', 'skipped') then :now::timestamptz end, :now::timestamptz
from unnest(:batches::uuid[], :nos::integer[], :statuses::text[]::task_status[], :reasons::text[])
  as s (batch_id, no, status, reason);
