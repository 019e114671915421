import type { CreatePlanRequest, Plan } from "@counterfoil/sdk";
import { type ContractDraft, contractDraftOf, EMPTY_CONTRACT, toContract } from "./contract-draft.ts";

export interface PriceGroupDraft {
  readonly name: string;
  readonly description: string | null;
  readonly bundleId: string;
  readonly priceIds: readonly string[];
}

export interface PlanDraft extends ContractDraft {
  readonly name: string;
  readonly description: string;
  readonly currency: string;
  readonly groups: readonly PriceGroupDraft[];
}

export function emptyPlan(currency: string): PlanDraft {
  return {
    name: "",
    description: "",
    currency,
    groups: [{ name: "Subscription", description: null, bundleId: "", priceIds: [] }],
    ...EMPTY_CONTRACT,
  };
}

export function planDraftOf(plan: Plan): PlanDraft {
  return {
    name: plan.name,
    description: plan.description ?? "",
    currency: plan.currency,
    groups: plan.priceGroups.map(({ name, description, bundleId, priceIds }) => ({
      name: name ?? "",
      description,
      bundleId: bundleId ?? "",
      priceIds,
    })),
    ...contractDraftOf(plan),
  };
}

export function toPlanBody(draft: PlanDraft): CreatePlanRequest {
  return {
    name: draft.name.trim(),
    description: isBlank(draft.description) ? null : draft.description.trim(),
    currency: draft.currency,
    priceGroups: draft.groups.map(({ name, description, bundleId, priceIds }) => ({
      name: isBlank(name) ? null : name.trim(),
      description,
      bundleId: bundleId === "" ? null : bundleId,
      priceIds,
    })),
    ...toContract(draft),
  };
}

function isBlank(value: string): boolean {
  return value.trim() === "";
}
