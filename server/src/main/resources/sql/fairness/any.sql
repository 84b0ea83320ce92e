-- Whether keys share any lane.
select exists (select from fair_lane);
