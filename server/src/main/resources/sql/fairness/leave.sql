-- Takes tasks out of lanes that keys share, so that they can enter with another priority. Parked ones stay.
delete from queue
using (select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no) as given
where queue.batch_id = any (array[given.batch_id]) and queue.no = given.no and queue.parked is null and queue.position > 0
  and exists (select from fair_lane where fair_lane.lane = queue.lane)
returning queue.batch_id, queue.no, queue.lane;
