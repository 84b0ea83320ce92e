-- Counts this session among the servers that listen, until it ends.
select pg_advisory_lock_shared(:lock, 0);
