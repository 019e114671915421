import type { PlanRow, Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/fault.ts";
import { planFaults } from "./check-plan.ts";
import type { PlanInput } from "./plan.ts";
import { resolvePlanGroups } from "./resolve-plan-groups.ts";

/** The plan with a caller's members merged into it, and everything that is wrong with it. */
export async function applyPlanInput(
  tx: Tx,
  plan: PlanRow,
  input: PlanInput,
): Promise<{ plan: PlanRow; faults: readonly Fault[] }> {
  const { priceGroups, discount, ...terms } = input;
  const merged: PlanRow = { ...plan, ...terms };
  if (discount !== undefined) {
    merged.discount = discount === null ? null : { durationValue: null, durationUnit: null, ...discount };
  }
  if (priceGroups === undefined) return { plan: merged, faults: await planFaults(tx, merged) };
  const resolved = await resolvePlanGroups(tx, priceGroups);
  merged.priceGroups = resolved.groups;
  return { plan: merged, faults: [...resolved.faults, ...(await planFaults(tx, merged))] };
}
