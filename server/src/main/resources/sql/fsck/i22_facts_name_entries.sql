-- I22: the row version of a fact is the ID of a ledger entry about its parent, or about its child if a rerun of the child read
-- the parent's outcome again.
with versions as (
  select batch_id as parent_batch, parent, batch_id as child_batch, child, row_version from fact
  union all
  select parent_batch, parent, child_batch, child, row_version from foreign_edge where satisfied is not null
)
select versions.child_batch as batch_id, versions.child as no,
  format('the fact from %s number %s names entry %s, which is not about that task', versions.parent_batch, versions.parent,
    coalesce(versions.row_version::text, 'none')) as difference
from versions
-- Retention deletes the ledger of a batch with it, so only parents in batches that exist are checked.
join batch on batch.batch_id = versions.parent_batch
left join event on event.batch_id = versions.parent_batch and event.seq = entry_row(versions.row_version)
where (event.nos[entry_index(versions.row_version) + 1] in (versions.parent, versions.child)) is not true;
