-- What finds batches and tasks.

-- The labels of a batch, an object of strings; null when there are none.
alter table batch add column labels jsonb;
create index batch_labels on batch using gin (labels jsonb_path_ops) where labels is not null;

-- The runs of a workflow, in the order of the list of batches and in that of the list of tasks.
create index batch_workflow on batch (workspace_of(batch_id), (metadata ->> 'workflow'), created_at desc, batch_id desc)
  where metadata ->> 'workflow_version' is not null;
create index batch_workflow_tasks on batch (workspace_of(batch_id), (metadata ->> 'workflow'), batch_id desc)
  where metadata ->> 'workflow_version' is not null;
