-- Begins waits. The caller holds the locks of their batches, so no signal to a batch comes meanwhile; signals to the workspace are
-- kept out by the locks on their names and keys (wait/lock). A signal that came before is taken by the oldest new wait for it:
-- one to the batch first.
with given as (
  select g.*, row_number() over (partition by g.batch_id, g.name order by g.no) as of_batch
  from (
    select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
      unnest(:claims::integer[]) as claims, unnest(:kinds::text[]) as kind, unnest(:names::text[]) as name,
      unnest(:keys::text[]) as key, unnest(:titles::text[]) as title, unnest(:texts::text[]) as body,
      unnest(:due::text[]::timestamptz[]) as due_at, unnest(:untils::text[]::timestamptz[]) as until_at,
      unnest(:expires::boolean[]) as expires) as g
), to_batch as (
  select given.batch_id, given.no, sent.signal_id, sent.data
  from given
  cross join lateral (
    select signal_id, data
    from signal
    where signal.batch_id = given.batch_id and signal.name = given.name
    order by signal_id
    offset given.of_batch - 1
    limit 1) as sent
  where given.kind = 'signal'
), unmet as (
  select given.batch_id, given.no, given.name, given.key,
    row_number() over (partition by workspace_of(given.batch_id), given.name, given.key order by given.batch_id, given.no) as of_workspace
  from given
  where given.kind = 'signal' and given.key is not null
    and not exists (select from to_batch where to_batch.batch_id = given.batch_id and to_batch.no = given.no)
), to_workspace as (
  select unmet.batch_id, unmet.no, sent.signal_id, sent.data
  from unmet
  cross join lateral (
    select signal_id, data
    from signal
    where signal.batch_id is null and signal.workspace = workspace_of(unmet.batch_id) and signal.name = unmet.name
      and signal.key = unmet.key and signal.expires_at > :now::timestamptz
    order by signal_id
    offset unmet.of_workspace - 1
    limit 1) as sent
), met as (
  select * from to_batch
  union all
  select * from to_workspace
), taken as (
  delete from signal using met where signal.signal_id = met.signal_id
)
insert into wait (
  batch_id, no, attempt, claims, kind, signal_name, signal_key, title, body, began_at, due_at, until_at, expires, answered, answer)
select given.batch_id, given.no, given.attempt, given.claims, given.kind, given.name, given.key, given.title, given.body,
  :now::timestamptz, case when met.signal_id is null then given.due_at else :now::timestamptz end, given.until_at,
  given.expires and met.signal_id is null, met.signal_id is not null, met.data
from given
left join met on met.batch_id = given.batch_id and met.no = given.no;
