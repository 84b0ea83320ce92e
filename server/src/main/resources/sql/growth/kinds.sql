-- Reads the kinds of the tasks of a batch.
select kind from task where batch_id = any (array[:batch::uuid]) and first_of_kind;
