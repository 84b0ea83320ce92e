-- Does the same as submission_key/lock without waiting; false when another transaction has the key.
select pg_try_advisory_xact_lock(hashtextextended('key:' || :workspace || ':' || :key, 0));
