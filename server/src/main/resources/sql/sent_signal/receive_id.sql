-- Records the ID of a signal; returns nothing if it has come before.
insert into signal_id (workspace, batch_id, name, key, id, expires_at)
values (:workspace, :scope::uuid, :name, :key, :id, :expires_at::timestamptz)
on conflict do nothing
returning true;
