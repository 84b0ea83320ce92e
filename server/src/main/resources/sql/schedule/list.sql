-- All schedules.
select * from schedule order by name;
