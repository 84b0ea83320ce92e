-- Fair shares: tasks of several keys that queue in one lane with one priority take turns.

alter table task
  add column fairness_key text collate "C",
  -- How many turns the key gets where others get one; null is 1.
  add column fairness_weight integer;

-- The position of a task that shares its lane is a virtual time, which advances by 1,000,000 / weight with each task of a key. Its slot
-- is the position that it would have without shares: that of the task in front of which it was placed, or a new one. Slots compare
-- tasks of different lanes; a task without a slot has its position.
alter table queue add column slot bigint;
alter sequence queue_position increment by 1000000;
select setval('queue_position', (select last_value from queue_position) + 1000000);

-- The key under which a queued task gets its share: in a lane of workers its own, in one of webhooks, which workspaces have in
-- common, with the number of its workspace. Tasks without a key have the empty one, those of other workspaces than the first excepted.
create function share_key(lane text, batch_id uuid, fairness_key text) returns text language sql immutable return
  case when left(lane, 5) = 'hook:' and (fairness_key is not null or workspace_of(batch_id) <> 0)
    then workspace_of(batch_id)::text || ':' || coalesce(fairness_key, '')
    else coalesce(fairness_key, '') end;

-- The lanes in which keys share. In all others tasks stand in the order in which they came.
create table fair_lane (
  lane text collate "C" not null,
  priority integer not null,
  -- A position that the front of the lane has reached; it never goes back.
  clock bigint not null,
  -- The last position in the lane when it became fair: further tasks without a key come after it.
  back bigint not null,
  primary key (lane, priority)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- What each key has used up: its tasks that entered last took the positions from start to start + length.
create table fair_share (
  lane text collate "C" not null,
  priority integer not null,
  key text collate "C" not null,
  start bigint not null,
  length bigint not null,
  primary key (lane, priority, key)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
