import { organizationsWithSpendToLookAt } from "@counterfoil/service";
import { setTimeout as pause } from "node:timers/promises";
import type { Story } from "./scenario.ts";

interface ToldShare {
  readonly periodStart: string;
  readonly share: number;
  readonly spent: string;
  readonly amount: string;
}

const MOST_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 10;

/** All notifications of spend limits in order, as text, after every sent event has been checked. */
export async function toldSpendLimits(story: Story): Promise<string[]> {
  await untilLookedAt(story);
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "spend_limit.reached" }]));
  const { items } = await story.api.get<{ items: { data: ToldShare }[] }>(
    `/notifications?limit=100&filters=${filters}`,
  );
  return items.map(({ data }) => `${data.periodStart} ${data.share} % at ${data.spent} of ${data.amount}`);
}

async function untilLookedAt({ environment, organizationId }: Story): Promise<void> {
  const deadline = performance.now() + MOST_MILLISECONDS;
  while ((await organizationsWithSpendToLookAt(environment.ports.database)).includes(organizationId)) {
    const [failure] = environment.failures;
    if (failure !== undefined) throw new Error("a worker failed", { cause: failure });
    if (performance.now() > deadline) throw new Error("the spending was not checked");
    await pause(POLL_MILLISECONDS);
  }
}
