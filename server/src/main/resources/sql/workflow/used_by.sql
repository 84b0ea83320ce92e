-- Finds a schedule that starts a workflow.
select name from schedule where workspace = :workspace and workflow = :name order by name limit 1;
