-- Lets only one transaction at a time match signals to the workspace with waits for them, by name and key.
select pg_advisory_xact_lock(named.lock)
from (
  select distinct hashtextextended('signal:' || s.workspace || ':' || s.name || chr(10) || s.key, 0) as lock
  from (
    select unnest(:workspaces::integer[]) as workspace, unnest(:names::text[]) as name, unnest(:keys::text[]) as key) as s
  order by 1) as named;
