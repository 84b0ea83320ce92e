-- Calls that are still open: nobody else may take them over.
update webhook_execution
set updated_at = :now::timestamptz
where idempotency_key = any(:keys::text[]) and status = 'pending';
