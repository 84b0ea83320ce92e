-- Lets one transaction at a time look for duplicates among the tasks of a kind.
select pg_advisory_xact_lock(hashtextextended('dedupe:' || :kind, 0));
