import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finished, type RunningStart, startOn, temporaryFolder } from "../running-command.ts";

let platform: RunningStart;
let folder: { path: string; remove: () => Promise<void> };
let config: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  platform = await startOn(folder.path);
  config = join(folder.path, "config");
  environment = { COUNTERFOIL_CONFIG: config };
  const { url, apiKey } = platform.started;
  const login = await finished(["login", "--url", url, "--api-key", "-"], environment, Buffer.from(`${apiKey}\n`));
  expect(login).toMatchObject({ code: 0, output: expect.stringContaining("Logged in to") });
});
afterAll(async () => {
  await platform.stop();
  await folder.remove();
});

/** Runs a command with `--json` and returns what it printed. */
async function json(...words: string[]): Promise<Record<string, unknown>> {
  const { code, output } = await finished([...words, "--json"], environment);
  expect([code, output]).toEqual([0, expect.any(String)]);
  return JSON.parse(output) as Record<string, unknown>;
}

test("keeps the key for its owner alone, and never prints it (R-CLI-2)", async () => {
  const path = join(config, "profiles.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toContain(platform.started.apiKey);
  await chmod(path, 0o644);
  const listed = await finished(["profiles"], environment);
  expect(listed.output).toMatch(/had file mode 644.*It now has 600/);
  expect(listed.output).not.toContain(platform.started.apiKey);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await json("whoami")).toMatchObject({ profile: "default", url: platform.started.url, sandbox: true });
});

test("sends requests, and names the faults of a wrong one with its exit code (R-CLI-2)", async () => {
  const made = await json(
    "post",
    "/accounts",
    "name=Acme",
    "currency=USD",
    'aliases:=["acme"]',
    "billingAddress.city=Bonn",
  );
  expect(made).toMatchObject({ name: "Acme", aliases: ["acme"], billingAddress: { city: "Bonn" } });
  expect(await json("patch", "/accounts/acme", "name=Acme Ltd")).toMatchObject({ id: made["id"], name: "Acme Ltd" });
  const list = await json("get", "/accounts", 'filters=[{"field":"name","value":"Acme Ltd"}]');
  expect(Object.values(list).find(Array.isArray)).toMatchObject([{ id: made["id"] }]);
  const wrong = await finished(["post", "/accounts", "currency=dollars"], environment);
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\/currency: .*\(422 validation_failed, request /s),
  });
  const missing = await finished(["get", "/accounts/none", "--json"], environment);
  expect(JSON.parse(missing.output)).toMatchObject({ error: { code: "not_found", status: 404, exitCode: 1 } });
});

test("a wrong key, an unreachable server and a wrong clock say what happened and what to do (R-CLI-2)", async () => {
  const { url } = platform.started;
  const apiKey = String(platform.started.apiKey);
  const key = `${apiKey.slice(0, -4)}AAAA`;
  const refused = await finished(["whoami"], { ...environment, COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: key });
  expect(refused).toMatchObject({
    code: 6,
    output: expect.stringMatching(/does not accept the API key.*Set COUNTERFOIL_API_KEY/s),
  });
  const gone = { ...environment, COUNTERFOIL_URL: "http://127.0.0.1:2", COUNTERFOIL_API_KEY: apiKey };
  const unreachable = await finished(["whoami"], gone);
  expect(unreachable).toMatchObject({
    code: 5,
    output: expect.stringMatching(/Cannot reach .*ECONNREFUSED.*Check that the server/s),
  });
  const half = await finished(["whoami"], { ...environment, COUNTERFOIL_URL: url });
  expect(half).toMatchObject({ code: 2, output: expect.stringContaining("COUNTERFOIL_API_KEY is not set") });
  // The clock of the computer of the command, two hours ahead.
  const ahead = join(folder.path, "ahead.mjs");
  await writeFile(ahead, "const now = Date.now; Date.now = () => now() + 7_200_000;\n");
  const clock = { ...environment, NODE_OPTIONS: `--import ${ahead}` };
  const late = await finished(["whoami"], clock);
  expect(late).toMatchObject({
    code: 0,
    output: expect.stringContaining("2 hours ahead of the server's. Set the clocks"),
  });
  const listening = await finished(["listen", "--forward-to", "9"], clock);
  expect(listening).toMatchObject({
    code: 1,
    output: expect.stringContaining("Signatures cannot be checked with a wrong clock"),
  });
});

test("sends events, moves clocks, and causes notifications with real data (R-CLI-2)", async () => {
  await json("post", "/accounts", "name=Meter", "currency=USD", 'aliases:=["meter"]');
  const send = [
    "events",
    "send",
    "call",
    "--account",
    "meter",
    "--id",
    "e1",
    "--timestamp",
    "2026-01-05T10:00:00Z",
    "n:=3",
  ];
  expect(await json(...send)).toMatchObject({ ingested: ["e1"], duplicates: [] });
  expect(await json(...send)).toMatchObject({ ingested: [], duplicates: ["e1"] });
  const { id } = await json("clock", "create", "--at", "2026-01-01");
  const { code, output } = await finished(["clock", "advance", String(id), "--to", "2026-02-01"], environment);
  expect([code, output]).toEqual([0, expect.stringContaining("is at 2026-02-01T00:00:00.000Z")]);

  const paid = await json("trigger", "invoice.paid");
  expect(paid).toMatchObject({
    type: "invoice.paid",
    data: { status: "paid", total: "49.00", amountRemaining: "0.00" },
  });
  expect(await json("get", `/invoices/${paid["objectId"]}`)).toMatchObject({
    status: "paid",
    number: expect.any(String),
  });
  const unknown = await finished(["trigger", "payment.failed"], environment);
  expect(unknown).toMatchObject({ code: 2, output: expect.stringContaining("needs a payment provider") });
});

test("imports a file through the API, lists what was rejected, and counts nothing twice (R-CLI-2)", async () => {
  await json("post", "/accounts", "name=File", "currency=USD", 'aliases:=["file"]');
  const path = join(folder.path, "usage.csv");
  const rows = ["1,file,call,2026-01-05T10:00:00Z,7", "2,file,call,2026-01-05T11:00:00Z,8", "3,file,call,never,9"];
  await writeFile(path, ["uniqueId,account,eventName,timestamp,properties.n", ...rows].join("\n"));
  const words = ["events", "import", path, "--remote", "--json"];
  const figures = async () => {
    const { code, output } = await finished(words, environment);
    expect(code).toBe(3);
    return JSON.parse(output.trim().split("\n").at(-1) ?? "") as object;
  };
  expect(await figures()).toMatchObject({ events: 3, ingested: 2, duplicates: 0, rejected: 1, complete: true });
  expect(await readFile(`${path}.rejects.ndjson`, "utf8")).toMatch(/"line":4/);
  expect(await figures()).toMatchObject({ ingested: 0, duplicates: 2, rejected: 1 });
  const local = await finished([...words, "--organization", "Acme"], environment);
  expect(local).toMatchObject({ code: 2, output: expect.stringContaining("--organization is for a database") });
});

test("exports events through the API in both formats, as a database would (R-CLI-2)", async () => {
  await json("post", "/accounts", "name=Export", "currency=USD", 'aliases:=["export"]');
  // More than one page.
  const sent = Array.from({ length: 120 }, (_, place) => ({
    uniqueId: `export-${place}`,
    account: "export",
    eventName: "call",
    timestamp: new Date(Date.UTC(2026, 0, 5, 0, place)).toISOString(),
    properties: { n: place, region: "eu, west" },
  }));
  await json("post", "/events", "--data", JSON.stringify({ events: sent }));
  const path = join(folder.path, "exported.ndjson");
  const words = ["events", "export", "--account", "export", "--remote"];
  expect(await finished([...words, "--output", path], environment)).toMatchObject({ code: 0 });
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(sent);
  const january = ["--from", "2026-01-05T01:00:00Z", "--to", "2026-01-05T01:02:00Z", "--format", "csv"];
  const { output } = await finished([...words, ...january], environment);
  expect(output).toContain(
    [
      "uniqueId,account,eventName,timestamp,properties.n,properties.region",
      'export-60,export,call,2026-01-05T01:00:00.000Z,60,"eu, west"',
      'export-61,export,call,2026-01-05T01:01:00.000Z,61,"eu, west"',
    ].join("\n"),
  );
  const local = await finished([...words, "--organization", "Acme"], environment);
  expect(local).toMatchObject({ code: 2, output: expect.stringContaining("--organization is for a database") });
  const never = await finished([...words, "--from", "never"], environment);
  expect(never).toMatchObject({ code: 1, output: expect.stringContaining("from") });
});

test("every notification type has a story, or a reason why not (R-CLI-2, R-HOOK-1)", async () => {
  const { output } = await finished(["trigger", "--list", "--json"], environment);
  const listed = (JSON.parse(output) as { type: string }[]).map(({ type }) => type);
  const { NOTIFICATION_TYPES } = await import("@counterfoil/service");
  expect(listed.toSorted()).toEqual([...NOTIFICATION_TYPES].toSorted());
});

test("fixtures use responses of earlier requests, and list the faults of a file with their lines (R-CLI-2)", async () => {
  const path = join(folder.path, "shop.yaml");
  await writeFile(
    path,
    [
      "requests:",
      "  - name: clock",
      "    path: /test-clocks",
      '    body: { frozenTime: "2026-01-01T00:00:00Z" }',
      "  - name: shop",
      "    path: /accounts",
      '    body: { name: Shop, currency: USD, testClockId: "${clock:id}" }',
      '  - { name: later, path: "/test-clocks/${clock:id}/advance", body: { frozenTime: "2026-01-02T00:00:00Z" } }',
      '  - { name: renamed, method: PATCH, path: "/accounts/${shop:id}", body: { name: "${shop:name} at ${later:frozenTime}" } }',
    ].join("\n"),
  );
  expect(await json("fixtures", path)).toMatchObject({ renamed: { name: "Shop at 2026-01-02T00:00:00.000Z" } });
  await writeFile(path, "requests:\n  - pth: /accounts\n  - path: /accounts/${shop:id}\n");
  const { code, output } = await finished(["fixtures", path], environment);
  expect(output).toMatch(/line 2: unknown member "pth"[^]*line 3: \$\{shop:…\} refers to no earlier request/);
  expect(code).toBe(2);
});

/** Sources the script in the shell, and returns what the lines print there. */
async function inShell(shell: string, lines: readonly string[]): Promise<string> {
  const child = spawn(shell, ["-c", lines.join("\n")], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  return output.trim();
}

async function scriptOf(shell: string): Promise<string> {
  const path = join(folder.path, `completion.${shell}`);
  const { code, output } = await finished(["completion", shell], environment);
  expect(code).toBe(0);
  await writeFile(path, output);
  return path;
}

test("bash completes commands, options and types (R-CLI-2)", async () => {
  const path = await scriptOf("bash");
  const complete = (...words: string[]) =>
    inShell("bash", [
      `source ${path}`,
      `COMP_WORDS=(counterfoil ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}`,
      `_counterfoil; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
  expect(await complete("lis")).toBe("listen");
  expect((await complete("events", "")).split("\n")).toEqual(
    expect.arrayContaining(["send", "tail", "import", "export"]),
  );
  expect(await complete("listen", "--forw")).toBe("--forward-to");
  expect(await complete("trigger", "invoice.pa")).toBe("invoice.paid");
  expect(await complete("events", "send", "--acc")).toBe("--account");
});

test.skipIf(!existsSync("/usr/bin/fish"))("fish completes commands, options and types (R-CLI-2)", async () => {
  const path = await scriptOf("fish");
  const complete = (line: string) => inShell("fish", [`source ${path}`, `complete -C '${line}'`]);
  expect(await complete("counterfoil lis")).toMatch(/^listen/);
  expect(await complete("counterfoil trigger invoice.pa")).toMatch(/^invoice\.paid/);
  expect(await complete("counterfoil listen --forw")).toMatch(/^--forward-to/);
});

test.skipIf(!existsSync("/usr/bin/zsh"))("zsh accepts the script and registers the command (R-CLI-2)", async () => {
  const path = await scriptOf("zsh");
  expect(await inShell("zsh", [`source ${path}`, "echo $_comps[counterfoil]"])).toContain("_bash_complete");
});
