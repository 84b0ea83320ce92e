-- Adds entries to the audit trail.
insert into audit (workspace, at, actor, action, target)
select given.workspace, :now::timestamptz, given.actor, given.action, given.target
from (
  select unnest(:workspaces::integer[]) as workspace, unnest(:actors::text[]) as actor, unnest(:actions::text[]) as action,
    unnest(:targets::text[]) as target, generate_subscripts(:actors::text[], 1) as ordinal) as given
order by given.ordinal;
