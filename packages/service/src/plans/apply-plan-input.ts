import type { PlanRow, Tx } from "@counterfoil/storage";
import { resolveEntitlements } from "../entitlements/index.ts";
import type { Fault } from "../errors/index.ts";
import { planFaults } from "./check-plan.ts";
import type { PlanInput } from "./plan.ts";
import { resolvePlanGroups } from "./resolve-plan-groups.ts";

/** The plan with a caller's members merged into it, and all its faults. */
export async function applyPlanInput(
  tx: Tx,
  plan: PlanRow,
  input: PlanInput,
): Promise<{ plan: PlanRow; faults: readonly Fault[] }> {
  const { priceGroups, discount, entitlements, ...terms } = input;
  const merged: PlanRow = { ...plan, ...terms };
  if (discount !== undefined) {
    merged.discount = discount === null ? null : { durationValue: null, durationUnit: null, ...discount };
  }
  const faults: Fault[] = [];
  if (entitlements !== undefined) {
    const resolved = await resolveEntitlements(tx, entitlements);
    merged.entitlements = resolved.entitlements;
    faults.push(...resolved.faults);
  }
  if (priceGroups !== undefined) {
    const resolved = await resolvePlanGroups(tx, priceGroups, plan.priceGroups);
    merged.priceGroups = resolved.groups;
    faults.push(...resolved.faults);
  }
  return { plan: merged, faults: [...faults, ...(await planFaults(tx, merged, plan))] };
}
