-- Locks an idempotency key until the transaction ends, and waits while another transaction has it.
select pg_advisory_xact_lock(hashtextextended('key:' || :workspace || ':' || :key, 0)) is not null;
