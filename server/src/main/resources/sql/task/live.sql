-- Lists the tasks of a batch that have not ended.
select no from task_state where batch_id = :batch and not is_terminal(status) order by no;
