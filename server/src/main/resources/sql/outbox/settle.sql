-- What became of owed calls: delivered ones leave, the others are due again after a while or given up.
with settled as (
  select unnest(:ids::bigint[]) as outbox_id, unnest(:delivered::boolean[]) as delivered,
    unnest(:delays::integer[]) as delay_millis, unnest(:dead::boolean[]) as dead
), left_over as (
  update outbox
  set due_at = :now::timestamptz + make_interval(secs => settled.delay_millis / 1000.0),
    calling = false,
    dead = settled.dead
  from settled
  where outbox.outbox_id = any (array[settled.outbox_id]) and not settled.delivered
)
delete from outbox
using settled
where outbox.outbox_id = any (array[settled.outbox_id]) and settled.delivered;
