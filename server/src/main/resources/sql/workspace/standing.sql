-- Locks a workspace and reads what its quotas count.
with locked as materialized (
  select * from workspace where number = :number for update
)
select locked.*, case when locked.max_queued is null then 0 else (select queued from workspace_load where workspace_load.number = locked.number) end as queued
from locked;
