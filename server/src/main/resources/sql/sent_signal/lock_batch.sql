-- Locks a batch, so that none of its tasks begins to wait meanwhile, and says whether it is over.
select completed_at is not null as over from batch where batch_id = :batch for update;
