-- A schedule.
select * from schedule where name = :name;
