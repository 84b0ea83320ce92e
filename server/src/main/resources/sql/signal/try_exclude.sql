-- Keeps servers from joining until the transaction ends; false when one is already listening.
select pg_try_advisory_xact_lock(:lock, 0);
