-- Lets only one transaction at a time change a workflow.
select pg_advisory_xact_lock(hashtextextended('workflow:' || :workspace || ':' || :name, 0));
