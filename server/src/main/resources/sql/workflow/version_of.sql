-- Reads which version of a workflow a batch is a run of.
select (metadata ->> :member)::integer from batch where batch_id = :batch and metadata ->> :member is not null;
