-- Batches that grow while they run.

alter table batch
  -- How often tasks were added. Servers remember what tasks are; a batch that has grown is read again.
  add column grown integer not null default 0;

alter table submission_key
  -- The number of the first task that the request created: 1 unless it added tasks to a batch.
  add column first_no integer not null default 1;
