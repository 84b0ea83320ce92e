-- How calls that were not permitted stand.
select idempotency_key, status, response_body
from webhook_execution
where idempotency_key = any(:keys::text[]);
