-- Exports the audit trail. The name of a deleted workspace is null.
select workspace.tenant as tenant_id, workspace.name as workspace_id, audit.audit_id, audit.at, audit.actor, audit.action, audit.target
from audit
left join workspace on workspace.number = audit.workspace
order by audit.audit_id;
