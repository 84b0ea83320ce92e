-- Locks a schedule for a transaction that changes it.
select * from schedule where workspace = :workspace and name = :name for update;
