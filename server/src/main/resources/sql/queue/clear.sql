-- Takes all tasks of a batch out of the queue. It waits for claims that are under way.
delete from queue where batch_id = :batch;
