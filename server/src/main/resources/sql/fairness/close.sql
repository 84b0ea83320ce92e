-- Lets lanes in which no key has a share any more be as those that no key has used.
delete from fair_lane as fair
using (
  select lane, priority
  from fair_lane
  where not exists (
    select from fair_share as share where share.lane = fair_lane.lane and share.priority = fair_lane.priority)
  limit :max
  for update skip locked) as unused
where fair.lane = unused.lane and fair.priority = unused.priority;
