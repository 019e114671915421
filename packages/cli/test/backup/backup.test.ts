import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { finished, type RunningStart, startOn, temporaryFolder } from "../running-command.ts";

// These tests run in order: a server with an archive, a backup, more work, a mistake, and the loss of the server.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let running: RunningStart | undefined;
let subscription: string;
let clock: string;

const at = (name: string) => join(folder.path, name);
const archiving = () => ({ COUNTERFOIL_WAL_ARCHIVE: at("archive") });

/** The members of responses that these tests use. */
interface Answered {
  readonly id: string;
  readonly ingested: string[];
  readonly items: { readonly id: string }[];
}

async function call(method: string, path: string, body?: unknown): Promise<Answered> {
  const { url, apiKey } = (running as RunningStart).started;
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const read = (await answer.json()) as Answered;
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(read)}`);
  return read;
}

async function use(...ids: string[]): Promise<void> {
  const event = { account: "acme", eventName: "call", timestamp: "2026-01-05T09:00:00Z", properties: { calls: 100 } };
  const answer = await call("POST", "/events", { events: ids.map((uniqueId) => ({ ...event, uniqueId })) });
  expect(answer.ingested).toEqual(ids);
}

async function advanceTo(frozenTime: string): Promise<void> {
  await call("POST", `/test-clocks/${clock}/advance`, { frozenTime });
  const isReady = async () => expect(await call("GET", `/test-clocks/${clock}`)).toMatchObject({ status: "ready" });
  await vi.waitFor(isReady, { timeout: 30_000, interval: 50 });
}

/** The state of the books, from the API. */
async function books(): Promise<unknown> {
  const invoices = await call("GET", "/invoices?sort=createdAt:asc&limit=100");
  const each = await Promise.all(invoices.items.map(({ id }) => call("GET", `/invoices/${id}`)));
  const events = await call("GET", "/events?limit=100");
  return {
    invoices: each,
    events: events.items,
    subscription: await call("GET", `/subscriptions/${subscription}`),
  };
}

/** What `doctor --installation` says about the backup and the archive of the running server. */
async function backupFindings() {
  const { output } = await finished(["doctor", "--installation", "--json", "--data", at("data")], archiving());
  const line = output.split("\n").find((one) => one.startsWith('{"findings"')) ?? output;
  const { findings } = JSON.parse(line) as { findings: { check: string; status: string; found: string }[] };
  const of = (name: string) => findings.find(({ check }) => check === name);
  return { backup: of("Backup"), archive: of("Archive") };
}

async function asSuperuser<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
  const found = await findEmbeddedPostgres(at("data"));
  return asOwner(found?.url ?? "", (owner) => owner.rows<Row>(statement));
}

/** An instant after everything committed so far and before everything later: waits until the clock has passed it. */
async function noteInstant(): Promise<string> {
  const [row] = await asSuperuser<{ instant: string }>(
    `select to_char(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as instant`,
  );
  await asSuperuser(`select pg_sleep_until('${row?.instant}'::timestamptz + interval '1 ms')`);
  return row?.instant ?? "";
}

/**
 * Closes the current segment and waits until it is archived. Writes to it first: the server does not close an empty
 * segment, and may just have closed the one before by `archive_timeout`.
 */
async function archiveLog(): Promise<void> {
  await asSuperuser("select pg_logical_emit_message(true, 'test', 'closes its segment')");
  const [row] = await asSuperuser<{ segment: string }>("select pg_walfile_name(pg_switch_wal()) as segment");
  const isThere = async () => expect(await readdir(at("archive"))).toContain(`${row?.segment}.gz`);
  await vi.waitFor(isThere, { timeout: 90_000, interval: 50 });
}

let beforeMistake: unknown;
let instant: string;
let atTheEnd: unknown;

beforeAll(async () => {
  folder = await temporaryFolder();
  running = await startOn(at("data"), ["--empty"], archiving());
  clock = (await call("POST", "/test-clocks", { frozenTime: "2026-01-01T00:00:00Z" })).id;
  await call("POST", "/accounts", { name: "Acme Ltd", aliases: ["acme"], currency: "USD", testClockId: clock });
  const metric = await call("POST", "/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "sum", field: "calls" },
  });
  const product = await call("POST", "/products", { name: "Calls", feeType: "metered", metricIds: [metric.id] });
  const price = await call("POST", "/prices", {
    productId: product.id,
    type: "unit",
    currency: "USD",
    billingInterval: "monthly",
    unitPricingModel: { pricePerUnit: { value: "0.02" } },
  });
  const made = await call("POST", "/subscriptions", {
    accountId: "acme",
    name: "Acme",
    currency: "USD",
    contractStartDate: "2026-01-01",
    priceGroups: [{ priceIds: [price.id] }],
  });
  subscription = made.id;
  await call("POST", `/subscriptions/${subscription}/activate`);
  await advanceTo("2026-01-10T00:00:00Z");
  await use("before-1", "before-2");
  // 200 × 0.02 = 4.00 on the January invoice.
  await advanceTo("2026-02-02T00:00:00Z");
}, 300_000);

afterAll(async () => {
  await running?.kill();
  await folder.remove();
});

test("backup copies the running database, names the file it leaves out, and overwrites nothing (R-OPS-5)", async () => {
  const made = await finished(["backup", at("backup"), "--data", at("data")]);
  expect(made.code).toBe(0);
  expect(made.output).toMatch(/Later changes are archived\./);
  expect(made.output).toMatch(/NOT in the backup: .*secret\.key/);
  expect((await readdir(at("backup"))).toSorted()).toEqual(["backup.json", "keys.json", "postgres", "postgres.json"]);
  expect((await stat(at("backup"))).mode & 0o777).toBe(0o700);

  const again = await finished(["backup", at("backup"), "--data", at("data")]);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("A backup never overwrites files") });
  const inside = await finished(["backup", at("data/backup"), "--data", at("data")]);
  expect(inside).toMatchObject({ code: 1, output: expect.stringContaining("is inside the data folder") });
  const own = await finished(["backup", at("other")], { DATABASE_URL: "postgres://a:b@127.0.0.1:1/c" });
  expect(own).toMatchObject({ code: 2, output: expect.stringMatching(/pg_basebackup --pgdata=FOLDER/) });
  expect(own.output).not.toContain("a:b");
  expect(await readdir(folder.path)).not.toContain("other");
});

test("doctor --installation reports the age of the backup and of the archive (R-DIST-3)", async () => {
  const record = at("data/last-backup.json");
  const written = await readFile(record, "utf8");
  expect((await backupFindings()).backup).toMatchObject({
    status: "ok",
    found: expect.stringMatching(/^\d+ min old, in .*\/backup$/) as string,
  });
  await archiveLog();
  expect((await backupFindings()).archive).toMatchObject({
    status: "ok",
    found: expect.stringMatching(/^the last segment was archived \d+ min ago$/) as string,
  });

  await writeFile(record, JSON.stringify({ folder: at("backup"), endedAt: "2026-01-01T00:00:00Z" }));
  expect((await backupFindings()).backup).toMatchObject({
    status: "fault",
    found: expect.stringMatching(/^\d+ days old/) as string,
  });
  await rm(record);
  expect((await backupFindings()).backup).toMatchObject({ status: "warning", found: "none yet" });
  await writeFile(record, written);
}, 300_000);

test("a restore to the instant before a mistake has everything committed before it and nothing after", async () => {
  await use("after-1");
  await advanceTo("2026-03-02T00:00:00Z");
  beforeMistake = await books();
  instant = await noteInstant();
  await use("mistake-1");
  await call("POST", `/subscriptions/${subscription}/cancel`, { reason: "other", effective: "now" });
  await archiveLog();

  const words = ["restore", at("backup"), "--data", at("restored"), "--archive", at("archive"), "--until", instant];
  const restored = await finished(words);
  expect(restored.output).toContain(`as of ${instant}`);
  expect(restored.output).toMatch(/There is no secret\.key/);
  expect(restored.code).toBe(0);
  // Verified before anything is sent from it.
  expect(await finished(["verify", "--data", at("restored")])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/No differences: [1-9]/),
  });
  const checks = ["--usage", "--entitlements", "--audit"];
  expect(await finished(["doctor", ...checks, "--data", at("restored")])).toMatchObject({ code: 0 });

  const first = running;
  running = await startOn(at("restored"), ["--empty"]);
  try {
    expect(running.started.apiKey).toBe(first?.started.apiKey);
    expect(await books()).toEqual(beforeMistake);
    // The undone work can be repeated, and a new event counts.
    await use("mistake-1");
  } finally {
    await running.stop();
    running = first;
  }

  const taken = await finished(words);
  expect(taken).toMatchObject({
    code: 1,
    output: expect.stringContaining("is not empty. A restore never overwrites files"),
  });
  // The restored database writes other log segments with the same names.
  const mixed = await finished(["verify", "--data", at("restored")], archiving());
  expect(mixed).toMatchObject({ code: 1, output: expect.stringContaining("is the archive of another database") });
}, 300_000);

test("after kill -9, everything committed is restored from the backup, the archive and the rest of the lost folder", async () => {
  await archiveLog();
  await use("last-1");
  atTheEnd = await books();
  await running?.kill();
  running = undefined;

  const words = [
    "restore",
    at("backup"),
    "--data",
    at("again"),
    "--archive",
    at("archive"),
    "--lost",
    at("data"),
    "--json",
  ];
  const restored = await finished(words);
  expect(restored.code).toBe(0);
  expect(restored.output).toMatch(/"gap":null/);
  running = await startOn(at("again"), ["--empty"]);
  expect(await books()).toEqual(atTheEnd);
  expect(await running.stop()).toBe(0);
  running = undefined;
}, 300_000);

test("names the segment missing from the log, and with --up-to-gap restores up to it", async () => {
  const { firstSegment } = JSON.parse(await readFile(at("backup/backup.json"), "utf8")) as { firstSegment: string };
  const segments = (await readdir(at("archive"))).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).toSorted();
  const after = segments.filter((name) => name > `${firstSegment}.gz`);
  const [missing = "", next = ""] = after;
  expect(after.length).toBeGreaterThan(1);
  const place = join(at("archive"), missing);
  const whole = await readFile(place);
  const words = ["restore", at("backup"), "--data", at("hole"), "--archive", at("archive")];
  // A truncated segment is not mistaken for the end of the log.
  await writeFile(place, whole.subarray(0, 1_000));
  const cut = await finished(words);
  expect(cut).toMatchObject({
    code: 1,
    output: expect.stringContaining(`(${missing.slice(0, 24)} present but damaged)`),
  });

  await rename(place, at("aside"));
  const refused = await finished(words);
  expect(refused.output).toContain(`${missing.slice(0, 24)} is missing, and it continues at ${next.slice(0, 24)}`);
  expect(refused.code).toBe(1);
  expect(await readdir(folder.path)).not.toContain("hole");

  const accepted = await finished([...words, "--up-to-gap"]);
  expect(accepted.output).toContain("Changes after that point are not restored.");
  expect(accepted.code).toBe(3);
  await rm(at("hole"), { recursive: true });
  await rename(at("aside"), place);
  await writeFile(place, whole);
}, 300_000);

test("names the damaged files of a backup, and the range of instants that it can restore", async () => {
  const words = ["restore", at("backup"), "--data", at("hole")];
  const { endedAt } = JSON.parse(await readFile(at("backup/backup.json"), "utf8")) as { endedAt: string };
  const early = await finished([...words, "--archive", at("archive"), "--until", "2026-01-01"]);
  expect(early).toMatchObject({
    code: 1,
    output: expect.stringContaining(`to ${endedAt} and cannot restore a time before its end`),
  });
  const late = await finished([...words, "--archive", at("archive"), "--until", "2126-01-01"]);
  expect(late).toMatchObject({
    code: 1,
    output: expect.stringMatching(/The log ends before 2126-01-01.*was committed at 20/),
  });
  const alone = await finished([...words, "--until", instant]);
  expect(alone).toMatchObject({ code: 1, output: expect.stringContaining("name its archive with --archive FOLDER") });
  expect(await finished(["restore", at("archive"), "--data", at("hole")])).toMatchObject({
    code: 1,
    output: expect.stringContaining("contains no backup"),
  });

  const control = at("backup/postgres/global/pg_control");
  const bytes = await readFile(control);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(control, bytes);
  await rm(at("backup/postgres/PG_VERSION"));
  const damaged = await finished(words);
  expect(damaged.output).toContain("postgres/PG_VERSION is missing");
  expect(damaged.output).toContain("postgres/global/pg_control has changed since the backup");
  expect(damaged.code).toBe(1);
  expect(await readdir(folder.path)).not.toContain("hole");
}, 300_000);
