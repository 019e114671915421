import { organizationsWithSpendToLookAt } from "@counterfoil/service";
import type { Json } from "./api.ts";
import { untilLookedAt } from "./looked-at.ts";
import type { Story } from "./scenario.ts";

/** All notifications about prepaid credit in order, as text with the amount, after every sent event has been checked. */
export async function toldCredit(story: Story): Promise<string[]> {
  await untilLookedAt(story, "spending", organizationsWithSpendToLookAt);
  const { items } = await story.api.get<{ items: { type: string; data: Json }[] }>("/notifications?limit=100");
  return items
    .filter(({ type }) => type.startsWith("credit."))
    .map(({ type, data }) => `${type} ${String(data["expiredAmount"] ?? data["balance"])}`);
}
