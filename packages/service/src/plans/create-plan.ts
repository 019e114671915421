import { getOrganization, insertPlan, type PlanRow } from "@counterfoil/storage";
import { claimCatalogKey } from "../catalog-keys/index.ts";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { applyPlanInput } from "./apply-plan-input.ts";
import type { Plan, PlanInput } from "./plan.ts";

/** Creates a plan. Its currency defaults to the organization's. */
export function createPlan(context: Context, input: PlanInput & { name: string }): Promise<Plan> {
  return transact(context, async (work) => {
    const organization = await getOrganization(work.tx);
    const now = work.clock.now();
    const empty: PlanRow = {
      id: work.ids.next("plan"),
      name: input.name,
      description: null,
      currency: organization.defaultCurrency,
      priceGroups: [],
      contractPeriodType: "monthly_rolling",
      contractDuration: null,
      trialPeriodDays: null,
      minimumSpend: null,
      maximumSpend: null,
      discount: null,
      invoicePaymentTerms: null,
      autoRenew: false,
      renewalPeriodType: null,
      renewalDuration: null,
      entitlements: [],
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const { plan, faults } = await applyPlanInput(work.tx, empty, input);
    refuseFaults(faults);
    await insertPlan(work.tx, plan);
    await audit(work, { action: "plan.created", objectId: plan.id, after: plan });
    await claimCatalogKey(work, "plan", plan.id);
    return plan;
  });
}
