-- Counts the held tasks of the given workspaces. A workspace without any is left out.
select workspace_of(lease.batch_id) as workspace, count(*)
from lease
where workspace_of(lease.batch_id) = any (:workspaces::integer[])
group by workspace_of(lease.batch_id);
