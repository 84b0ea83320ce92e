-- Reads the numbers of workspaces by their names.
select number, tenant, name
from workspace
where (tenant, name) in (select * from unnest(:tenants::text[], :names::text[]));
