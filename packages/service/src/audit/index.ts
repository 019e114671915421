export { type AuditEntry, listAudit } from "./read-audit.ts";
export { sealAudit } from "./seal-audit.ts";
export { verifyAudit } from "./verify-audit.ts";
