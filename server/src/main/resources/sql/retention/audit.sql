-- Deletes the oldest entries of the audit trail that are older than the cutoff, and returns their number. An entry that is out of
-- order is deleted later. Only the oldest rows are read, so that a step without work is short.
with oldest as (
  select audit_id, at from audit order by audit_id limit :max
), deleted as (
  delete from audit using oldest
  where audit.audit_id = oldest.audit_id and oldest.at < :cutoff::timestamptz
  returning 1
)
select count(*) from deleted;
