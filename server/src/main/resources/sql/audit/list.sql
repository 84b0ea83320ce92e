-- Lists the audit trail of a workspace, newest first. A null filter matches every entry.
select audit_id, at, actor, action, target
from audit
where workspace = :workspace
  and (:before::bigint is null or audit_id < :before::bigint)
  and (:actor::text is null or strpos(actor, :actor::text) > 0)
  and (:action::text is null or action = :action::text)
  and (:target::text is null or target = :target::text)
  and (:since::timestamptz is null or at >= :since::timestamptz)
  and (:until::timestamptz is null or at < :until::timestamptz)
order by audit_id desc
limit :limit;
