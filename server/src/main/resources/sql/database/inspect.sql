-- Reads what `edgewise doctor` checks: version, privileges, durability, free connections, clock.
select
  current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
  current_setting('fsync')::boolean and current_setting('synchronous_commit') <> 'off' as durable,
  current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as free_connections,
  clock_timestamp() as now;
