-- Registers this session as a listening server until the session ends.
select pg_advisory_lock_shared(:lock, 0);
