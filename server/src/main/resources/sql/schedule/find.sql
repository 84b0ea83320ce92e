-- Reads a schedule.
select * from schedule where workspace = :workspace and name = :name;
