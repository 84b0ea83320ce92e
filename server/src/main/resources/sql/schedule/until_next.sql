-- Reads how many seconds remain until the next schedule has to be looked at.
select extract(epoch from look_at - :now::timestamptz)
from schedule
where not paused and look_at is not null
order by look_at
limit 1;
