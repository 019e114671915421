import { organizationsWithMarginsToLookAt } from "@counterfoil/service";
import { untilLookedAt } from "./looked-at.ts";
import type { Story } from "./scenario.ts";

type ToldMargin = Record<
  "accountId" | "month" | "revenue" | "cost" | "margin" | "marginPercent" | "percent",
  string | null
>;

/** All notifications of low margins in order, as text, after every cost has been checked. */
export async function toldLowMargins(story: Story): Promise<string[]> {
  await untilLookedAt(story, "margin", organizationsWithMarginsToLookAt);
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "margin.low" }]));
  const { items } = await story.api.get<{ items: { data: ToldMargin }[] }>(
    `/notifications?limit=100&filters=${filters}`,
  );
  return items.map(({ data: { accountId, month, revenue, cost, margin, marginPercent, percent } }) => {
    return `${accountId} ${month}: ${revenue} − ${cost} = ${margin}, ${marginPercent} % < ${percent} %`;
  });
}
