-- Reads buckets; those without a row are full.
select bucket.name, bucket.full_at
from bucket
where bucket.name = any (:names::text[]);
