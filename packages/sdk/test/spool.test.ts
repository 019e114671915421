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

/** An organization with the account that events are of. */
async function seller() {
  const { url, createOrganization } = await environment();
  const { api } = await createOrganization();
  await api.post("/accounts", { name: "Acme", currency: "EUR", aliases: ["acme"] });
  return { url, token: api.token, client: createClient({ baseUrl: url, apiKey: api.token }) };
}

/** Lets a process spool until it has told so many ids, and kills it in the middle of its work. */
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
    // The last line may be cut.
    child.once("close", () => resolve(output.split("\n").slice(1, -1)));
  });
}

test("what was spooled counts once, though its process is killed again and again (R-SDK-1)", async () => {
  const { url, token, client } = await seller();
  const folder = await newFolder();
  // The first life finds no server, so that all waits on disk; the others are killed while they send.
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
  // Four senders each had one more on its way to the disk when its process died; those may count, and nobody was told so.
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored).toEqual(expect.arrayContaining(promised));
  expect(stored.length - promised.length).toBeLessThanOrEqual(3 * 8);
  expect((await readdir(folder)).filter((name) => name.endsWith(".ndjson"))).toHaveLength(1);
});

test("a line that a crash has torn was promised to nobody, and the line before it counts", async () => {
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

test("what the server will never count is kept beside, and stops nothing", async () => {
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

test("a spool takes no more than it may keep, and one process", async () => {
  const { url, seen } = await faultyServer(problem(503, "database_unavailable"));
  const client = createClient({ baseUrl: url, apiKey: "key" });
  const folder = await newFolder();
  const spool = await openEventSpool(client.events, { folder, capacityBytes: 300 });
  await spool.send({ account: "acme", eventName: "call" });
  await spool.send({ account: "acme", eventName: "call" });
  // Each is some 130 bytes: the third waits, and learns that there is no more room to wait for.
  const third = expect(spool.send({ account: "acme", eventName: "call" })).rejects.toThrow("closed");
  await expect(openEventSpool(client.events, { folder })).rejects.toThrow("open in this process");
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await spool.close();
  await third;

  // What was kept is what the next one sends, with the ids and times that it was given.
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
