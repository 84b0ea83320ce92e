-- What calls came to. A success counts whoever made the call; a failure only while no other call has taken over.
with ended as (
  select *
  from (
    select unnest(:keys::text[]) as key, unnest(:calls::integer[]) as call, unnest(:accepted::boolean[]) as accepted,
      unnest(:response_statuses::integer[]) as response_status, unnest(:response_bodies::text[]) as response_body,
      unnest(:errors::text[]) as error) as e
  order by key
)
update webhook_execution as execution
set status = case when ended.accepted then 'success' else 'failure' end,
  response_status = ended.response_status,
  response_body = ended.response_body,
  error = ended.error,
  updated_at = :now::timestamptz
from ended
where execution.idempotency_key = any (array[ended.key])
  and case when ended.accepted then execution.status <> 'success'
    else execution.status = 'pending' and execution.attempts = ended.call end
returning execution.idempotency_key;
