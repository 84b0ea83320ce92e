-- Lists the tasks of other batches that wait for a task of this batch.
select distinct child_batch, child from foreign_edge where parent_batch = :batch and satisfied is null;
