-- Records the use of keys, once a minute at most: several servers may record the same key.
update api_key
set last_used_at = :now::timestamptz
where key_id = any(:ids::text[]) and (last_used_at is null or last_used_at < :due::timestamptz);
