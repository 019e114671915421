import { tmpdir } from "node:os";
import { paste, shellBlocks } from "@counterfoil/testkit/documents";
import { scenario, toldThresholds } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("the commands of docs/usage-alerts.md work as written, and print what it says", async () => {
  const story = await scenario({ start: "2026-01-15", account: { aliases: ["acme"] } });
  const METRIC = await story.metric("API calls");
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.01" }, { metrics: [METRIC] })] });
  const [byQuantity = "", byAmount = "", told = "", ...changes] = await shellBlocks("usage-alerts.md");
  const words = { URL: story.environment.url, KEY: story.api.token, METRIC };
  const run = (script: string, more = {}) => paste(script, { folder: tmpdir(), variables: { ...words, ...more } });
  const ALERT = /"id":"(\w+)"/.exec(await run(byQuantity))?.[1] ?? "";
  await run(byAmount);
  await story.use("api_calls", 90_000, "2026-01-20");
  await toldThresholds(story);
  const printed = await run(told);
  expect(printed).toMatch(/"measure":"quantity","currency":null,"threshold":"80000","value":"90000"/);
  expect(printed).toMatch(/"measure":"amount","currency":"USD","threshold":"500.00","value":"900.00"/); // 90,000 × 0.01
  expect(changes.length).toBeGreaterThan(0);
  for (const change of changes) await run(change, { ALERT });
  expect(await story.api.get(`/usage-alerts/${ALERT}`)).toMatchObject({ thresholds: ["90000"], active: false });
});
