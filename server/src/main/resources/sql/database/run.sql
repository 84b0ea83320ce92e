-- Identifies the run of the PostgreSQL server behind this connection: a different run may lack commits that this server has
-- seen. A promotion starts a new timeline. Crash recovery without a restart resets the statistics.
select pg_postmaster_start_time()::text as started,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
  (select stats_reset::text from pg_stat_bgwriter) as recovered,
  pg_backend_pid() as process;
