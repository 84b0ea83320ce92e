-- The tasks of other batches that wait for one of a batch's.
select distinct child_batch, child from foreign_edge where parent_batch = :batch and satisfied is null;
