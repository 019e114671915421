import type { Tx } from "../database/tx.ts";
import type { PlanRow } from "./plan-row.ts";

export async function findPlansById(tx: Tx, ids: readonly string[]): Promise<PlanRow[]> {
  return tx.sql<PlanRow>(`select * from plan where organization_id = $1 and id = any($2)`, [tx.organizationId, ids]);
}

export async function findPlan(tx: Tx, id: string, lock: "for no key update" | "" = ""): Promise<PlanRow | undefined> {
  const [row] = await tx.sql<PlanRow>(`select * from plan where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}
