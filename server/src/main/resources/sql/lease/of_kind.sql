-- How many tasks of a kind are held in a workspace, counted up to a limit.
select count(*) from (select from lease where kind = :kind and workspace_of(batch_id) = :workspace limit :limit) as held;
