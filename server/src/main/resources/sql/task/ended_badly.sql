-- Lists the tasks of a batch that ended without success.
select no from task_state where batch_id = :batch and status in ('failure', 'canceled', 'skipped') order by no;
