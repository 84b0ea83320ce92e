-- Lists the secrets of a workspace by name, after a given one, without their values.
select name, created_at, updated_at
from secret
where workspace = :workspace and name > :after
order by name
limit :limit;
