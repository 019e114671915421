import type { PlanRow } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";
import { archivedPlan } from "../../plans/index.ts";
import type { ChangeInput } from "../../subscriptions/index.ts";

/** What is wrong with a change as a whole: it names a plan and more, or nothing at all. `plan` is missing where there is none. */
export function changeFaults(input: ChangeInput, plan: PlanRow | undefined): Fault[] {
  if (input.planId !== undefined) return planFaults(input, plan);
  if (!saysNothing(input)) return [];
  const detail =
    "The change says nothing to add, remove or update, no plan, no entitlements, no discounts and no thresholds.";
  return [{ pointer: "", code: "nothing_changed", detail }];
}

function saysNothing({ add, remove, update, entitlements, discounts, thresholds }: ChangeInput): boolean {
  if ([entitlements, discounts, thresholds].some((written) => written !== undefined)) return false;
  return [add, remove, update].every((members) => (members ?? []).length === 0);
}

/** A plan says all that is sold, so nothing can be added to it or taken from it in the same change. */
function planFaults({ planId, add, remove, update }: ChangeInput, plan: PlanRow | undefined): Fault[] {
  const beside = Object.entries({ add, remove, update }).filter(([, members]) => (members ?? []).length > 0);
  const faults = beside.map(([member]) => ({
    pointer: `/${member}`,
    code: "not_with_plan",
    detail: "A change to a plan takes what the plan sells; make further changes afterwards.",
  }));
  if (plan !== undefined) return plan.archivedAt === null ? faults : [archivedPlan(plan.id, "/planId"), ...faults];
  const detail = `There is no plan ${JSON.stringify(planId)}.`;
  return [{ pointer: "/planId", code: "unknown_plan", detail }, ...faults];
}
