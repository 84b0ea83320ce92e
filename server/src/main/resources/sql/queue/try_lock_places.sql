-- Does the same as queue/lock_places without waiting; false when another transaction holds one of the locks.
select bool_and(pg_try_advisory_xact_lock(hashtextextended(name, 0))) from unnest(:names::text[]) as name;
