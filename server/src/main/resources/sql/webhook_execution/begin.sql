-- Permits calls: those that nobody has made, those that failed, and those whose caller has not been heard of for too
-- long. The unique key decides between servers; what comes back may be called.
insert into webhook_execution as execution
  (batch_id, no, trigger, condition, action_index, idempotency_key, status, attempt, attempts, created_at, updated_at)
select d.batch_id, d.no, d.trigger, d.condition, d.action_index, d.key, 'pending', d.attempt, 1,
  :now::timestamptz, :now::timestamptz
from (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:triggers::text[]) as trigger,
    unnest(:conditions::text[]) as condition, unnest(:indexes::integer[]) as action_index,
    unnest(:keys::text[]) as key, unnest(:attempts::integer[]) as attempt) as d
order by d.key
on conflict (idempotency_key) do update
set status = 'pending', attempts = execution.attempts + 1, updated_at = :now::timestamptz
where execution.status = 'failure'
  or (execution.status = 'pending' and execution.updated_at < :now::timestamptz - :patience::interval)
returning execution.idempotency_key, execution.attempts,
  -- What it was before this statement.
  case when execution.attempts > 1 then (
    select former.status from webhook_execution as former where former.idempotency_key = execution.idempotency_key) end as former_status;
