-- Lists all batches.
select batch_id from batch order by batch_id;
