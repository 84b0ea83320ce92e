-- Lists the columns of a table in order.
select attname::text
from pg_attribute
where attrelid = to_regclass(:table) and attnum > 0 and not attisdropped and attgenerated = ''
order by attnum;
