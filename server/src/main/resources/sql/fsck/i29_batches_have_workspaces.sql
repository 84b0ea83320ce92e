-- I29: the workspace in the ID of each batch exists.
select batch.batch_id, null as no, format('there is no workspace with the number %s', workspace_of(batch.batch_id)) as difference
from batch
where not exists (select from workspace where workspace.number = workspace_of(batch.batch_id));
