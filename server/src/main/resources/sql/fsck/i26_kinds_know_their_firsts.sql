-- I26: first_of_kind is set on exactly the first task of each kind in a batch. The items of a spread come after it, and so are
-- never the first.
select batch_id, no,
  case when first_of_kind then format('it says that it is the first of kind %s, but number %s is', kind, first)
    else format('it is the first of kind %s, but does not say so', kind) end as difference
from (select batch_id, no, kind, first_of_kind, min(no) over (partition by batch_id, kind) as first from task) as each
where first_of_kind <> (no = first);
