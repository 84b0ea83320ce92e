-- Reads the name of a workspace.
select tenant, name from workspace where number = :number;
