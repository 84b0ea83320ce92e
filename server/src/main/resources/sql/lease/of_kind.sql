-- How many tasks of a kind are held, counted no further than anybody cares.
select count(*) from (select from lease where kind = :kind limit :limit) as held;
