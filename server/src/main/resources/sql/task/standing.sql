-- Reads the status and attempt of one task.
select status::text, attempt from task_state where batch_id = :batch and no = :no;
