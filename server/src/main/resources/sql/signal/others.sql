-- Whether a server other than the given session listens: each holds this lock while it does.
select exists (
  select from pg_locks
  where locktype = 'advisory' and classid::integer = :lock and granted and pid <> :own
    and database = (select oid from pg_database where datname = current_database()));
