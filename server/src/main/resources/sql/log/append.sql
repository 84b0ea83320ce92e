-- Appends lines to the logs of attempts that are still under way, in key order, and returns the tasks whose lines were stored. If
-- another request has appended to an attempt meanwhile, its row has the same first line and these lines are not stored.
with given as (
  select unnest(:batches::uuid[]) as batch_id, unnest(:nos::integer[]) as no, unnest(:attempts::integer[]) as attempt,
    unnest(:claims::integer[]) as claims, unnest(:first_lines::integer[]) as first_line, unnest(:lines::integer[]) as lines,
    unnest(:bytes::integer[]) as bytes, unnest(:total_bytes::bigint[]) as total_bytes, unnest(:cut_off::boolean[]) as cut_off,
    unnest(:contents::text[]) as content
)
insert into task_log (batch_id, no, attempt, first_line, lines, bytes, total_bytes, cut_off, content, at)
select given.batch_id, given.no, given.attempt, given.first_line, given.lines, given.bytes, given.total_bytes, given.cut_off,
  given.content::json, :now::timestamptz
from given
join task_state as state on state.batch_id = any (array[given.batch_id]) and state.no = any (array[given.no])
where state.attempt = given.attempt and state.claims = given.claims
  and (is_held(state.status) or coalesce(state.paused_from = 'running', false))
order by given.batch_id, given.no, given.attempt
on conflict do nothing
returning batch_id, no;
