import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { paste, shellBlocks } from "@counterfoil/testkit/documents";
import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("the commands of docs/events.md work as written", async () => {
  const platform = await environment();
  const { api } = await platform.createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["acme"] });
  await api.post("/metrics", { name: "Calls", eventName: "api.requests", aggregation: { method: "count" } });
  const blocks = await shellBlocks("events.md");
  expect(blocks.length).toBeGreaterThan(5);
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-events-"));
  const lines = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify({
      uniqueId: `line-${n}`,
      account: n < 40 ? "acme" : "new",
      eventName: "api.requests",
      timestamp: "2026-01-05T09:00:00Z",
    }),
  );
  await writeFile(join(folder, "events.ndjson"), lines.join("\n"));
  const outputs: string[] = [];
  for (const block of blocks) {
    // The endless stream is covered by the tests of the tail.
    if (!block.includes("/events/tail"))
      outputs.push(await paste(block, { folder, variables: { URL: platform.url, KEY: api.token } }));
  }
  await rm(folder, { recursive: true });
  const printed = outputs.join("\n");
  expect(printed).toContain('{"ingested":["a-1","a-2"]');
  expect(printed).toContain('{"ingested":50,"failed":0,"duplicates":0,"errors":0}');
  expect(printed).toContain('"ingested":["https://gateway.example/eu 17"]');
  expect(printed).toContain('"ingested":["https://gateway.example/eu 18"]');
  // The same lines, compressed.
  expect(printed).toContain('{"ingested":0,"failed":0,"duplicates":50,"errors":0}');
  expect(printed).toContain('"nextCursor":null');
  expect(printed).toMatch(/"uniqueId":"a-1".*"properties":\{"calls":3\}/);
  expect(printed).toMatch(/"reason":"unknown_account","name":"new","count":10/);
});
