-- How many tasks of each of some workspaces executors hold; none is shown for a workspace without any.
select workspace_of(lease.batch_id) as workspace, count(*)
from lease
where workspace_of(lease.batch_id) = any (:workspaces::integer[])
group by workspace_of(lease.batch_id);
