import { client } from "../../../server/client.ts";
import { type BuilderDraft, termsOfPlan } from "./builder-draft.ts";
import { lineOfPrice } from "./draft-line.ts";

/** The initial contract for a plan: its terms, and a line for each of its prices. */
export async function draftOfPlan(id: string): Promise<Partial<BuilderDraft>> {
  const plan = await client.plans.get(id);
  const lines = await Promise.all(
    plan.priceGroups.flatMap(({ name, priceIds }) =>
      priceIds.map(async (priceId) => lineOfPrice(await client.prices.get(priceId), name ?? "", priceId)),
    ),
  );
  return { ...termsOfPlan(plan), lines };
}
