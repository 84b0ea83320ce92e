-- I12: both ends of an edge list it, with the same condition. An item of a spread lists its spread as its only child; the
-- spread knows its items by their numbers.
with downwards as (
  select task.batch_id, task.no as parent, edge.child, edge.condition
  from task
  cross join lateral (select unnest(task.children) as child, unnest(edge_conditions(task.conditions)) as condition) as edge
  where task.spread_of = 0
), upwards as (
  select task.batch_id, edge.parent, task.no as child, edge.condition
  from task
  cross join lateral (select unnest(task.parents) as parent, unnest(edge_conditions(task.parent_conditions)) as condition) as edge
)
select batch_id, parent as no, format('only the parent knows its %s edge to number %s', condition_text(condition), child) as difference
from (select * from downwards except all select * from upwards) as one_sided
union all
select batch_id, child, format('only the child knows its %s edge from number %s', condition_text(condition), parent)
from (select * from upwards except all select * from downwards) as one_sided
union all
select task.batch_id, task.no, format('the item of spread %s leads elsewhere: %s', task.spread_of, task.children)
from task
where task.spread_of > 0 and (task.children <> array[task.spread_of] or task.conditions <> 'A' or task.parents <> '{}');
