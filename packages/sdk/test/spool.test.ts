import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@counterfoil/sdk";
import { openEventSpool } from "@counterfoil/sdk/node";
import { environment } from "@counterfoil/testkit/scenario";
import { expect, onTestFinished, test } from "vitest";
import { faultyServer, problem } from "./support/faulty-server.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-spool-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An organization with an account for the events. */
async function seller() {
  const { url, createOrganization } = await environment();
  const { api } = await createOrganization();
  await api.post("/accounts", { name: "Acme", currency: "EUR", aliases: ["acme"] });
  return { url, token: api.token, client: createClient({ baseUrl: url, apiKey: api.token }) };
}

/** Starts a spooling process, and kills it while it works, after it has printed this many IDs. */
function spoolAndKill(url: string, token: string, folder: string, prefix: string, count: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "support/spooling-process.ts"), url, token, folder, prefix],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    if (output.split("\n").length > count + 2) child.kill("SIGKILL");
  });
  return new Promise((resolve) => {
    // The last line may be incomplete.
    child.once("close", () => resolve(output.split("\n").slice(1, -1)));
  });
}

test("spooled events count once, although their process is killed repeatedly (R-SDK-1)", async () => {
  const { url, token, client } = await seller();
  const folder = await newFolder();
  // The first process finds no server, so everything waits on disk. The others are killed while they send.
  const lives = [
    await spoolAndKill("http://127.0.0.1:1", token, folder, "a", 300),
    await spoolAndKill(url, token, folder, "b", 300),
    await spoolAndKill(url, token, folder, "c", 300),
  ];
  const promised = lives.flat();
  expect(promised.length).toBeGreaterThanOrEqual(900);

  const spool = await openEventSpool(client.events, { folder });
  await spool.flush();
  await spool.close();
  const stored = (await client.events.list({ eventName: "call", limit: 100 }).all()).map(({ uniqueId }) => uniqueId);
  // Each of the four senders had one more event on its way to disk when its process died. Those unconfirmed events may
  // count.
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored).toEqual(expect.arrayContaining(promised));
  expect(stored.length - promised.length).toBeLessThanOrEqual(3 * 8);
  expect((await readdir(folder)).filter((name) => name.endsWith(".ndjson"))).toHaveLength(1);
});

test("ignores an incomplete line after a crash, and sends the line before it", async () => {
  const { client } = await seller();
  const folder = await newFolder();
  const whole = { uniqueId: "whole", account: "acme", eventName: "call", timestamp: "2024-05-01T00:00:00Z" };
  await writeFile(join(folder, "000000000007.ndjson"), `${JSON.stringify(whole)}\n{"uniqueId":"torn","acc`);
  const spool = await openEventSpool(client.events, { folder });
  await spool.send({ uniqueId: "after", account: "acme", eventName: "call" });
  await spool.flush();
  await spool.close();
  const stored = await client.events.list({ eventName: "call", limit: 100 }).all();
  expect(stored.map(({ uniqueId }) => uniqueId).toSorted()).toEqual(["after", "whole"]);
});

test("stores rejected events in a separate file, and continues", async () => {
  const { client } = await seller();
  const folder = await newFolder();
  const rejected: string[] = [];
  await appendFile(join(folder, "000000000001.ndjson"), "no event at all\n");
  const spool = await openEventSpool(client.events, { folder, onRejected: ({ event }) => rejected.push(event) });
  await spool.send({ uniqueId: "once", account: "acme", eventName: "call", properties: { units: 1 } });
  await spool.send({ uniqueId: "once", account: "acme", eventName: "call", properties: { units: 2 } });
  await spool.send({ uniqueId: "next", account: "acme", eventName: "call" });
  await spool.flush();
  await spool.close();
  expect(rejected).toHaveLength(2);
  const lines = (await readFile(join(folder, "rejected.ndjson"), "utf8")).trim().split("\n");
  const codes = lines.map((line) => (JSON.parse(line) as { code: string }).code);
  expect(codes).toEqual(["malformed_request", "event_conflict"]);
  expect(JSON.parse((JSON.parse(lines[1]!) as { event: string }).event)).toMatchObject({ properties: { units: 2 } });
  const { items } = await client.events.list({ uniqueId: "once" });
  expect(items[0]?.properties).toEqual({ units: 1 });
});

test("a spool respects its capacity, and allows only one process", async () => {
  const { url, seen } = await faultyServer(problem(503, "database_unavailable"));
  const client = createClient({ baseUrl: url, apiKey: "key" });
  const folder = await newFolder();
  const spool = await openEventSpool(client.events, { folder, capacityBytes: 300 });
  await spool.send({ account: "acme", eventName: "call" });
  await spool.send({ account: "acme", eventName: "call" });
  // Each event is about 130 bytes: the third waits for room until the spool is closed.
  const third = expect(spool.send({ account: "acme", eventName: "call" })).rejects.toThrow("closed");
  await expect(openEventSpool(client.events, { folder })).rejects.toThrow("already open in this process");
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await spool.close();
  await third;

  // The next process sends the stored events, with their original IDs and times.
  const { url: secondUrl, seen: later } = await faultyServer((_seen, response) =>
    response.end(JSON.stringify({ ingested: [], duplicates: [], failed: [], errors: [] })),
  );
  const next = await openEventSpool(createClient({ baseUrl: secondUrl }).events, { folder });
  await next.flush();
  await next.close();
  const before = (JSON.parse(seen[0]?.body ?? "{}") as { events: { uniqueId: string }[] }).events;
  const after = later.flatMap(({ body }) => (JSON.parse(body) as { events: { uniqueId: string }[] }).events);
  expect(after).toHaveLength(2);
  expect(after.slice(0, before.length)).toEqual(before);
});
