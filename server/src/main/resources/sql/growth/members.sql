-- Finds the tasks of a batch by their local IDs.
select local_id, no, spread_of > 0 as item
from task
where batch_id = any (array[:batch::uuid]) and local_id = any (:local_ids);
