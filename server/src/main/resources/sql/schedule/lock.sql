-- A schedule, for a transaction that changes it.
select * from schedule where name = :name for update;
