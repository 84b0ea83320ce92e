-- Lets only one transaction at a time search for duplicates among the tasks of a kind in a workspace.
select pg_advisory_xact_lock(hashtextextended('dedupe:' || :workspace || ':' || :kind, 0));
