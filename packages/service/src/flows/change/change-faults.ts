import type { PlanRow } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";
import { archivedPlan } from "../../plans/index.ts";
import type { ChangeInput } from "../../subscriptions/index.ts";

/**
 * What is wrong with a change as a whole: it names a plan and other changes, or changes nothing. `plan` is undefined if
 * it does not exist.
 */
export function changeFaults(input: ChangeInput, plan: PlanRow | undefined): Fault[] {
  if (input.planId !== undefined) return planFaults(input, plan);
  if (!saysNothing(input)) return [];
  const detail = "The change is empty. Set add, remove, update, planId, entitlements, discounts or thresholds.";
  return [{ pointer: "", code: "nothing_changed", detail }];
}

function saysNothing({ add, remove, update, entitlements, discounts, thresholds }: ChangeInput): boolean {
  if ([entitlements, discounts, thresholds].some((written) => written !== undefined)) return false;
  return [add, remove, update].every((members) => (members ?? []).length === 0);
}

/** A plan defines everything that is sold, so the same change cannot also add or remove prices. */
function planFaults({ planId, add, remove, update }: ChangeInput, plan: PlanRow | undefined): Fault[] {
  const given = Object.entries({ add, remove, update }).filter(([, members]) => (members ?? []).length > 0);
  const faults = given.map(([member]) => ({
    pointer: `/${member}`,
    code: "not_with_plan",
    detail: `${member} cannot be combined with planId. Change to the plan first, then make further changes.`,
  }));
  if (plan !== undefined) return plan.archivedAt === null ? faults : [archivedPlan(plan.id, "/planId"), ...faults];
  const detail = `There is no plan ${JSON.stringify(planId)}.`;
  return [{ pointer: "/planId", code: "unknown_plan", detail }, ...faults];
}
