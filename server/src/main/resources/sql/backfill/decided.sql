-- Records what became of a tick of a backfill.
update schedule_tick
set state = :state, batch_id = :batch::uuid, reason = :reason, running = :running, decided_at = :now::timestamptz
where tick_id = :tick and state = 'due';
