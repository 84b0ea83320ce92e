-- Lists the schedules of a workspace, by name.
select * from schedule where workspace = :workspace and name > :after order by name limit :limit::integer;
