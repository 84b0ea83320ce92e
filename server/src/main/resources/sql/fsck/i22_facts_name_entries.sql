-- I22: the row version of a fact is the id of a ledger entry about its parent, or about its child, whose rerun took the
-- outcome of the parent up again.
with versions as (
  select batch_id as parent_batch, parent, batch_id as child_batch, child, row_version from fact
  union all
  select parent_batch, parent, child_batch, child, row_version from foreign_edge where satisfied is not null
), entries as (
  select event.batch_id, event.seq * 1048576 + entry.ordinal - 1 as entry_id, entry.no
  from event
  cross join lateral unnest(event.nos) with ordinality as entry (no, ordinal)
)
select versions.child_batch as batch_id, versions.child as no,
  format('the fact from %s number %s names entry %s, which is not about that task', versions.parent_batch, versions.parent,
    coalesce(versions.row_version::text, 'none')) as difference
from versions
left join entries on entries.batch_id = versions.parent_batch and entries.entry_id = versions.row_version
  and entries.no in (versions.parent, versions.child)
-- The ledger of a batch that retention has removed is gone.
join batch on batch.batch_id = versions.parent_batch
where entries.entry_id is null;
