-- Which run of which server this connection leads to: another one may not have all that was committed before. A promotion begins
-- another timeline, and a server that recovers from a crash without being started anew counts its statistics from then on.
select pg_postmaster_start_time()::text as started,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
  (select stats_reset::text from pg_stat_bgwriter) as recovered,
  pg_backend_pid() as process;
