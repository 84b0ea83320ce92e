-- Lists the workspaces that have a quota.
select number, max_queued, max_running, submissions_per_minute
from workspace
where max_queued is not null or max_running is not null or submissions_per_minute is not null;
