import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { PlanRow } from "./plan-row.ts";

export async function insertPlan(tx: Tx, plan: PlanRow): Promise<void> {
  await tx.all(build.insertInto("plan").values({ ...columns(plan), organizationId: tx.organizationId }));
}

export async function updatePlan(tx: Tx, plan: PlanRow): Promise<void> {
  await tx.all(
    build
      .updateTable("plan")
      .set(columns(plan))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", plan.id),
  );
}

function columns(plan: PlanRow) {
  return {
    ...plan,
    priceGroups: json(plan.priceGroups),
    minimumSpend: json(plan.minimumSpend),
    maximumSpend: json(plan.maximumSpend),
    discount: json(plan.discount),
    entitlements: json(plan.entitlements),
  };
}
