-- Lets only one transaction at a time start or end a call of a spread that bounds how many of its items run at once.
select pg_advisory_xact_lock(hashtextextended('spread:' || batch_id || ':' || spread_of, 0))
from call
where batch_id = :batch and no = :no and attempt = :attempt and parallel > 0;
