-- Lets only one transaction at a time create or delete workspaces.
select pg_advisory_xact_lock(hashtextextended('workspaces', 0));
