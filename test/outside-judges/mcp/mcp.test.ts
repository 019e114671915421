import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { type Forwarder, forwardWithKey } from "./forward-with-key.ts";

// R-MCP-1: the protocol's own programs check the server: its conformance tests, and its inspector.

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const program = (name: string) => join(root, "node_modules/.bin", name);

let organization: TestOrganization;
let url: string;
let forwarder: Forwarder;

beforeAll(async () => {
  const platform = await environment();
  organization = await platform.createOrganization();
  url = `${platform.url}/mcp`;
  forwarder = await forwardWithKey(platform.url, organization.api.token);
  return () => forwarder.close();
});

/** The scenarios that hold for a server without test tools. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-error",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

const TEST_TOOLS = "calls tools that exist only in a test server, such as test_image_content";
const NO_CAPABILITY = "needs a capability that this server does not declare";

/** The other scenarios for servers, and why they do not apply. The program has none about authorization. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  [TEST_TOOLS]: [
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "json-schema-2020-12",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
  [`${NO_CAPABILITY}: logging, completions`]: ["logging-set-level", "completion-complete"],
  [`${NO_CAPABILITY}: resources`]: [
    "resources-list",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  [`${NO_CAPABILITY}: prompts`]: [
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "checks nothing on a server that sends no streams": ["server-sse-polling"],
};

test("every conformance scenario for servers is run, or left out for a reason", async () => {
  const { stdout } = await run(program("conformance"), ["list"]);
  const [servers = ""] = stdout.split("Client scenarios");
  const known = [...servers.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name = ""]) => name);
  expect(known.length).toBeGreaterThan(25);
  expect([...SCENARIOS, ...Object.values(LEFT_OUT).flat()].toSorted()).toEqual(known.toSorted());
});

test.for(SCENARIOS)("passes the conformance scenario %s", async (name) => {
  const folder = await mkdtemp(join(tmpdir(), "mcp-"));
  const words = ["server", "--url", forwarder.url, "--scenario", name, "--output-dir", folder];
  const { stdout } = await run(program("conformance"), words, { cwd: folder });
  await rm(folder, { recursive: true });
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
  expect(stdout).not.toContain("Passed: 0/0");
});

async function inspect(...words: readonly string[]): Promise<unknown> {
  const key = `Authorization: Bearer ${organization.api.token}`;
  const place = ["--cli", url, "--transport", "http", "--header", key];
  const { stdout } = await run(program("mcp-inspector"), [...place, ...words]);
  return JSON.parse(stdout);
}

test("the inspector lists the tools and calls one", async () => {
  await organization.api.post("/accounts", { name: "Northwind" });
  const { tools } = (await inspect("--method", "tools/list")) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toContain("write");
  const call = ["--method", "tools/call", "--tool-name", "search", "--tool-arg", "query=north"];
  const { content } = (await inspect(...call)) as { content: { text: string }[] };
  expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({ hits: [{ type: "account", title: "Northwind" }] });
});
