import { findPlan, updatePlan as savePlan } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { applyPlanInput } from "./apply-plan-input.ts";
import type { Plan, PlanInput } from "./plan.ts";
import { requireUnchanged } from "../precondition.ts";

/** Changes the given members of a plan. Price groups are replaced as a whole. Existing subscriptions are unchanged. */
export function updatePlan(context: Context, id: string, input: PlanInput): Promise<Plan> {
  return transact(context, async (work) => {
    const before = await findPlan(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("plan", id);
    await requireUnchanged(work, () => before);
    const { plan, faults } = await applyPlanInput(work.tx, before, input);
    refuseFaults(faults);
    const after = { ...plan, updatedAt: work.clock.now() };
    await savePlan(work.tx, after);
    await audit(work, { action: "plan.updated", objectId: id, before, after });
    return after;
  });
}
