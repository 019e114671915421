import type { Tx } from "../database/tx.ts";
import { idOf } from "../lists/list.ts";
import type { AuditEntryRow } from "./insert-audit-entries.ts";

/** Which entries; omitted members match everything. */
export interface AuditQuestion {
  readonly actorType?: string | undefined;
  readonly actorId?: string | undefined;
  readonly objectId?: string | undefined;
  /** A complete action, such as `invoice.issued`, or a prefix: `invoice.*`. */
  readonly action?: string | undefined;
  readonly requestId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Up to `limit` entries before `cursor`, latest first. Does not count, because the log only grows. */
export function findAuditEntries(
  tx: Tx,
  question: AuditQuestion,
  cursor: string | null,
  limit: number,
): Promise<AuditEntryRow[]> {
  const values: unknown[] = [tx.organizationId, limit];
  const bind = (value: string) => `$${values.push(value)}`;
  const { actorType, actorId, objectId, action, requestId, from, to } = question;
  const conditions = [
    ["actor_type =", actorType],
    ["actor_id =", actorId],
    ["request_id =", requestId],
    ["at >=", from],
    ["at <", to],
    ["id <", cursor ?? undefined],
    ...(action?.endsWith(".*") === true ? [["action ^@", action.slice(0, -1)]] : [["action =", action]]),
  ].flatMap(([comparison, value]) => (value === undefined ? [] : [`${comparison} ${bind(value)}`]));
  if (objectId !== undefined) conditions.push(`object_id = ${idOf("account", `${bind(objectId)}::text`)}`);
  return tx.sql<AuditEntryRow>(
    `select id, at, actor_type, actor_id, request_id, action, object_id, changes, agent from audit_entry
     where ${["organization_id = $1", ...conditions].join(" and ")} order by id desc limit $2`,
    values,
  );
}
