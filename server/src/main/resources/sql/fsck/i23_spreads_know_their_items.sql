-- I23: a spread records how many items it made and the number of the first; no other task has items.
select coalesce(state.batch_id, made.batch_id) as batch_id, coalesce(state.no, made.spread_of) as no,
  format('%s items from number %s are announced, but there are %s from %s to %s', coalesce(state.items, -1),
    coalesce(state.first_item, 0), coalesce(made.count, 0), made.first, made.last) as difference
from task_state as state
full join (
  select batch_id, spread_of, count(*), min(no) as first, max(no) as last from task where spread_of > 0 group by batch_id, spread_of)
  as made on made.batch_id = state.batch_id and made.spread_of = state.no
where greatest(coalesce(state.items, -1), 0) <> coalesce(made.count, 0)
  or made.first <> state.first_item
  or made.last <> state.first_item + state.items - 1;
