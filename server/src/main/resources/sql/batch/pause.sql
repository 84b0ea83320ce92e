-- Reads whether a batch is paused, and which of its tasks were paused before; returns nothing unless it is paused and not over.
select paused_alone from batch where batch_id = :batch and paused and completed_at is null;
