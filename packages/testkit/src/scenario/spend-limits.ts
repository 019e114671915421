import { organizationsWithSpendToLookAt } from "@counterfoil/service";
import { untilLookedAt } from "./looked-at.ts";
import type { Story } from "./scenario.ts";

interface ToldShare {
  readonly periodStart: string;
  readonly share: number;
  readonly spent: string;
  readonly amount: string;
}

/** All notifications of spend limits in order, as text, after every sent event has been checked. */
export async function toldSpendLimits(story: Story): Promise<string[]> {
  await untilLookedAt(story, "spending", organizationsWithSpendToLookAt);
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "spend_limit.reached" }]));
  const { items } = await story.api.get<{ items: { data: ToldShare }[] }>(
    `/notifications?limit=100&filters=${filters}`,
  );
  return items.map(({ data }) => `${data.periodStart} ${data.share} % at ${data.spent} of ${data.amount}`);
}
