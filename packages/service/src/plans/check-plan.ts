import type { PlanRow, Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { priceListFaults } from "../prices/index.ts";
import { planTermFaults } from "./plan-terms.ts";

/** All faults of a plan before it is stored (R-CAT-3), by member. */
export async function planFaults(tx: Tx, plan: PlanRow, before: PlanRow): Promise<Fault[]> {
  const named = plan.priceGroups.flatMap((group, groupIndex) =>
    group.priceIds.map((id, index) => ({ id, pointer: `/priceGroups/${groupIndex}/priceIds/${index}` })),
  );
  const present = before.priceGroups.flatMap((group) => group.priceIds);
  return [...planTermFaults(plan), ...(await priceListFaults(tx, named, { currency: plan.currency, present }))];
}
