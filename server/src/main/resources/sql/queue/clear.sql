-- Removes all tasks of a batch from the queue. It waits for claims that are under way.
delete from queue where batch_id = :batch;
