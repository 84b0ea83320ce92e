-- Where one task stands.
select status::text, attempt from task_state where batch_id = :batch and no = :no;
