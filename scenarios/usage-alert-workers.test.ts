import { type Context, lookAtAlerts } from "@counterfoil/service";
import { environment, scenario, type Story, toldAsText, toldThresholds } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";

function watch(story: Story, metricId: string, members: Record<string, unknown> = {}) {
  const quantity = { name: "Calls", metricId, measure: "quantity", period: "month", thresholds: ["10", "20"] };
  return story.api.post("/usage-alerts", { ...quantity, ...members });
}

function contextOf({ environment: { ports }, organizationId }: Story): Context {
  return { ...ports, organizationId, actor: { type: "system", id: "worker" }, requestId: null };
}

test("any number of workers report each threshold once, while events arrive and alerts are created (R-OPS-2)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const metricId = await story.metric("API calls");
  const accounts = await Promise.all(Array.from({ length: 30 }, (_, index) => story.account({ name: `A${index}` })));
  const others = [story.environment.startWorker(), story.environment.startWorker()];
  const failed: unknown[] = [];
  const looking = Array.from({ length: 40 }, () => lookAtAlerts(contextOf(story), (failure) => failed.push(failure)));
  const alerts = [watch(story, metricId), watch(story, metricId)];
  for (let round = 0; round < 5; round += 1) {
    // 5 × 5: 10 in the second round and 20 in the fourth.
    await story.send(accounts.map((account) => story.event("api_calls", 5, "2026-01-05", account)));
    if (round === 2) alerts.push(watch(story, metricId), watch(story, metricId));
    looking.push(...Array.from({ length: 8 }, () => lookAtAlerts(contextOf(story), (failure) => failed.push(failure))));
  }
  await Promise.all([...looking, ...alerts]);
  await toldThresholds(story);
  for (const worker of others) await worker.stop();
  const rows = await allTold(story);
  expect(rows).toHaveLength(4 * 30 * 2);
  expect(new Set(rows).size).toBe(rows.length);
  expect(failed).toEqual([]);
});

/** Every reported threshold, by alert, account and threshold. */
async function allTold(story: Story): Promise<string[]> {
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ told: string }>(
    `select concat_ws(' ', data ->> 'alertId', data ->> 'accountId', data ->> 'threshold') as told from notification
     where organization_id = $1 and type = 'usage.threshold_reached'`,
    [story.organizationId],
  );
  await owner.end();
  return rows.map(({ told }) => told);
}

test("an organization's alerts report only its own accounts (R-ORG-1)", async () => {
  const [ours, theirs] = [await scenario({ start: "2026-01-05" }), await scenario({ start: "2026-01-05" })];
  for (const story of [ours, theirs]) {
    await story.api.patch(`/accounts/${story.accountId}`, { aliases: ["crm-1"] });
    await watch(story, await story.metric("API calls"));
  }
  await ours.use("api_calls", 15, "2026-01-05", "crm-1");
  expect(await toldThresholds(ours)).toMatchObject([{ accountId: ours.accountId, threshold: "10" }]);
  expect(await toldThresholds(theirs)).toEqual([]);
  await theirs.use("api_calls", 25, "2026-01-05", "crm-1");
  expect(await toldAsText(theirs)).toEqual(["2026-01-01 10 at 25", "2026-01-01 20 at 25"]);
  expect(await toldAsText(ours)).toEqual(["2026-01-01 10 at 15"]);
});

test("events of an unknown account are reported when the account exists (R-EVT-5)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  await watch(story, await story.metric("API calls"));
  await story.use("api_calls", 12, "2026-01-05", "crm-9");
  expect(await toldThresholds(story)).toEqual([]);
  const accountId = await story.account({ name: "Late", aliases: ["crm-9"] });
  expect(await toldThresholds(story)).toMatchObject([{ accountId, value: "12" }]);
});

test("an account whose amount fails is reported as an error, and others are notified (R-INV-5)", async () => {
  const { failures } = await environment();
  const story = await scenario({ start: "2026-01-05" });
  const metricId = await story.metric("API calls", { groupBy: ["region"] });
  const prices = [await story.usage("API calls", { unit: "1.00" }, { metrics: [metricId] })];
  const spoiled = [await story.usage("Spoiled", { unit: "1.00" }, { metrics: [metricId] })];
  const [fine, cut, broken] = [story.accountId, await story.account(), await story.account()];
  await story.subscribe({ prices, account: fine });
  await story.subscribe({ prices, account: cut });
  await story.subscribe({ prices: spoiled, account: broken });
  await spoilPrice(story, spoiled[0] ?? "");
  // 10,001 regions are more than a price's usage may be split into.
  const regions = Array.from({ length: 10_001 }, (_, region) =>
    story.event("api_calls", { quantity: 1, region: `r${region}` }, "2026-01-05", cut),
  );
  for (let first = 0; first < regions.length; first += 1_000) await story.send(regions.slice(first, first + 1_000));
  await watch(story, metricId, { measure: "amount", currency: "USD", period: "billing_period" });
  await story.send([broken, fine].map((account) => story.event("api_calls", 15, "2026-01-05", account)));
  const causes = () => failures.map(causeOf).join("\n");
  const ofFine = async () => (await allTold(story)).filter((row) => row.includes(fine)).length;
  await expect.poll(ofFine, { timeout: 20_000 }).toBe(1);
  await expect.poll(causes, { timeout: 20_000 }).toMatch(/holds no unit model/);
  await expect.poll(causes, { timeout: 20_000 }).toMatch(/has more than 10000 combinations of region/);
  failures.splice(0);
});

function causeOf(failure: unknown): string {
  // The worker of a built package writes its failures to its log.
  if (typeof failure === "string") return failure;
  const { message, cause } = failure as Error;
  return cause instanceof Error ? cause.message : message;
}

/** Requests cannot damage a sold price; a fault in the database could. */
async function spoilPrice(story: Story, priceId: string): Promise<void> {
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  await owner.query("update price set pricing_model = '{}' where id = $1", [priceId]);
  await owner.end();
}
