-- How many seconds nobody has to look at any schedule.
select extract(epoch from look_at - :now::timestamptz)
from schedule
where not paused and look_at is not null
order by look_at
limit 1;
