-- Says when a backfill is looked at again.
update backfill set look_at = :look_at::timestamptz where backfill_id = :backfill::uuid and state = 'running';
