-- Checks whether another session listens: every listening server holds this lock.
select exists (
  select from pg_locks
  where locktype = 'advisory' and classid::integer = :lock and granted and pid <> :own
    and database = (select oid from pg_database where datname = current_database()));
