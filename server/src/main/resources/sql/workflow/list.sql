-- Lists the newest version of each workflow of a workspace.
select distinct on (name) workspace, name, version, created_at from workflow where workspace = :workspace order by name, version desc;
