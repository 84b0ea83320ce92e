-- The version of a workflow that a batch is a run of.
select (metadata ->> :member)::integer from batch where batch_id = :batch and metadata ->> :member is not null;
