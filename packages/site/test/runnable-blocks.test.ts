import { mkdtempSync, rmSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@counterfoil/sdk";
import { paste, run } from "@counterfoil/testkit/documents";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type StartedPlatform } from "../../dashboard/test/browser/support/start-platform.ts";
import { curlExample } from "../src/api/curl-example.ts";
import { readApi } from "../src/api/open-api.ts";
import { pythonExample } from "../src/api/python-example.ts";
import { requestExample } from "../src/api/request-example.ts";
import { typescriptExample } from "../src/api/typescript-example.ts";
import { runnableBlocks } from "./support/runnable-blocks.ts";
import { sampleObjects } from "./support/sample-objects.ts";

// R-DIST-4: every block that is marked runnable, and examples of the API's pages, run against a fresh server.

const root = join(import.meta.dirname, "../../..");
const sdk = join(root, "packages/sdk");
const blocks = runnableBlocks();
/** A test of the command line runs the quickstart, from its start command on. */
const guides = blocks.filter(({ document }) => !document.includes("/") && document !== "quickstart.md");
const recipes = Map.groupBy(
  blocks.filter(({ document }) => document.startsWith("recipes/")),
  ({ document }) => document,
);

let folder: string;
let platform: StartedPlatform;
let variables: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-site-"));
  platform = await startPlatform(join(folder, "data"), {}, "--empty");
  const { url, apiKey } = platform.started;
  variables = { URL: url, KEY: apiKey, COUNTERFOIL_URL: url, COUNTERFOIL_KEY: apiKey };
});
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("blocks are marked in the quickstart, in guides and in recipes", () => {
  expect(blocks.filter(({ document }) => document === "quickstart.md").length).toBeGreaterThan(8);
  expect(guides.length).toBeGreaterThan(20);
  expect(recipes.size).toBeGreaterThan(3);
});

test.each(guides)("$document, line $line: the block runs", async ({ script, state }) => {
  const client = createClient({ baseUrl: variables["URL"] ?? "", apiKey: variables["KEY"] ?? "" });
  const objects = await sampleObjects(client, state);
  await paste(script, { folder, variables: { ...variables, ...objects } });
});

test.each([...recipes.keys()])("%s: the blocks run one after the other", async (document) => {
  const script = (recipes.get(document) ?? []).map((block) => block.script).join("\n");
  const output = await paste(script, { folder, variables });
  expect(output).not.toBe("");
});

test("a block that fails is found", async () => {
  await expect(paste('call "$URL/accounts/absent"', { folder, variables })).rejects.toThrow("not_found");
});

/** The operations that need nothing but a key: all lists and figures. */
const lists = (await readApi()).operations.filter(
  (one) => one.method === "GET" && one.access === "key" && !/[{}]/.test(one.path),
);
const examples = lists
  .map(requestExample)
  .filter(({ answer, query }) => answer.kind === "json" && Object.keys(query).length === 0);

test("the curl, TypeScript and Python examples of all lists run", async () => {
  expect(examples.length).toBeGreaterThan(30);
  const place = { folder, variables };
  await paste(examples.map(curlExample).join("\n"), place);
  mkdirSync(join(folder, "node_modules/@counterfoil"), { recursive: true });
  symlinkSync(sdk, join(folder, "node_modules/@counterfoil/sdk"));
  const names = examples.map((example, index) => {
    writeFileSync(join(folder, `example-${index}.ts`), typescriptExample(example));
    writeFileSync(join(folder, `example-${index}.py`), pythonExample(example));
    return `example-${index}`;
  });
  writeFileSync(join(folder, "all.mjs"), names.map((name) => `await import("./${name}.ts");`).join("\n"));
  await run([process.execPath, "all.mjs"], place);
  writeFileSync(join(folder, "all.py"), names.map((name) => `exec(open("${name}.py").read())`).join("\n"));
  await run(["python3", "all.py"], place);
});

test("the examples of every operation have valid syntax", async () => {
  const all = (await readApi()).operations.map(requestExample);
  const place = { folder, variables };
  writeFileSync(join(folder, "all.sh"), all.map(curlExample).join("\n"));
  await run(["bash", "-n", "all.sh"], place);
  const python = join(folder, "python.json");
  writeFileSync(python, JSON.stringify(all.map(pythonExample)));
  await run(
    ["python3", "-c", `import json\nfor text in json.load(open("python.json")): compile(text, "example", "exec")`],
    place,
  );
  const typescript = all.map((example, index) => {
    const text = typescriptExample(example);
    const body = text.replaceAll(/^import .*$/gm, "");
    return `async function example${index}() {\n${body}\n}`;
  });
  writeFileSync(join(folder, "syntax.mts"), typescript.join("\n"));
  await run([process.execPath, "--check", "syntax.mts"], place);
});
