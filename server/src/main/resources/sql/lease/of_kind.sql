-- Counts the held tasks of a kind in a workspace, up to a limit.
select count(*) from (select from lease where kind = :kind and workspace_of(batch_id) = :workspace limit :limit) as held;
