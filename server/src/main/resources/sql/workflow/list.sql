-- The newest version of each workflow.
select distinct on (name) name, version, created_at from workflow order by name, version desc;
