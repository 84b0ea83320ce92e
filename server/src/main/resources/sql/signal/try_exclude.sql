-- Keeps servers out until the transaction ends; false when one is there.
select pg_try_advisory_xact_lock(:lock, 0);
