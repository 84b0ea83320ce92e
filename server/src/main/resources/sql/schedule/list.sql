-- Lists all schedules of a workspace.
select * from schedule where workspace = :workspace order by name;
