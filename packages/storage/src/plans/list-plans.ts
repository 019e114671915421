import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { PlanRow } from "./plan-row.ts";

export const PLAN_FIELDS: ListFields = {
  id: { type: "text", sql: "plan.id" },
  name: { type: "text", sql: "plan.name" },
  description: { type: "text", sql: "plan.description" },
  currency: { type: "text", sql: "plan.currency" },
  archivedAt: { type: "instant", sql: "plan.archived_at" },
  createdAt: { type: "instant", sql: "plan.created_at" },
  updatedAt: { type: "instant", sql: "plan.updated_at" },
};

export function listPlans(tx: Tx, query: ListQuery): Promise<ListPage<PlanRow>> {
  return listRows<PlanRow>(tx, { table: "plan", fields: PLAN_FIELDS }, query);
}
