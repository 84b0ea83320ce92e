-- Calls that are still open: nobody else may take them over.
update webhook_execution
set updated_at = clock_timestamp()
where idempotency_key = any(:keys::text[]) and status = 'pending';
