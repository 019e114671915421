import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import limits from "../size-limits.json" with { type: "json" };
import { installSdk, packSdk } from "./support/pack-sdk.ts";

// R-SDK-2: the package is ready to publish, by three published tools, over the file that npm would upload.

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

interface Entry {
  readonly types: string;
  readonly default: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Entry>>;
  readonly dependencies?: object;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

let folder: string;
let tarball: string;
let installed: string;
let manifest: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterfoil-sdk-"));
  ({ tarball } = await packSdk(folder));
  installed = await installSdk(tarball, folder);
  manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as Manifest;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output, without colors, and the exit code of a tool. */
async function runTool(name: string, argumentList: readonly string[], cwd = folder) {
  const program = join(root, "node_modules/.bin", name);
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  return run(process.execPath, [program, ...argumentList], { cwd, env, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );
}

test("the core has no dependencies, and every framework is optional (R-SDK-2)", () => {
  expect(Object.keys(manifest.exports)).toEqual([
    ".",
    "./catalog",
    "./node",
    "./next",
    "./hono",
    "./express",
    "./react",
    "./react.css",
    "./ai-sdk",
  ]);
  expect(manifest.dependencies).toBeUndefined();
  expect(Object.keys(manifest.peerDependencies)).toEqual([
    "@anthropic-ai/sdk",
    "ai",
    "express",
    "hono",
    "next",
    "openai",
    "react",
  ]);
  for (const name of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
  }
});

test("publint accepts the package, and would find an export without a file", async () => {
  const accepted = await runTool("publint", ["run", tarball, "--strict"]);
  expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining("All good!") });

  const broken = await mkdtemp(join(folder, "broken-"));
  const exports = { ...manifest.exports, "./vue": { types: "./dist/vue.d.ts", default: "./dist/vue.js" } };
  await writeFile(join(broken, "package.json"), JSON.stringify({ ...manifest, exports }));
  const refused = await runTool("publint", ["run", broken, "--strict"]);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining("./dist/vue.js but the file does not exist"),
  });
});

test("the types of every entry resolve for ES modules in Node and for bundlers", async () => {
  const { code, output } = await runTool("attw", [
    tarball,
    "--profile=esm-only",
    "--exclude-entrypoints=react.css",
    "--format=json",
  ]);
  expect(code).toBe(0);
  const { analysis } = JSON.parse(output) as {
    analysis: {
      entrypoints: Record<string, { resolutions: Record<string, { resolution?: { isTypeScript: boolean } }> }>;
    };
  };
  const entries = Object.keys(manifest.exports).filter((name) => name !== "./react.css");
  expect(Object.keys(analysis.entrypoints)).toEqual(entries);
  for (const { resolutions } of Object.values(analysis.entrypoints)) {
    expect(resolutions["node16-esm"]?.resolution?.isTypeScript).toBe(true);
    expect(resolutions["bundler"]?.resolution?.isTypeScript).toBe(true);
  }
});

test("every entry stays below its size, minified and compressed with gzip", async () => {
  // The tool finds its plugins through the package.json of the folder.
  const devDependencies = { "@size-limit/esbuild": "*", "@size-limit/file": "*", "size-limit": "*" };
  await writeFile(join(installed, "package.json"), JSON.stringify({ ...manifest, devDependencies }));
  await symlink(join(root, "node_modules"), join(installed, "node_modules"));
  await writeFile(join(installed, ".size-limit.json"), JSON.stringify(limits.map((one) => ({ ...one, gzip: true }))));
  const { code, output } = await runTool("size-limit", ["--json"], installed);
  const sizes = JSON.parse(output) as { name: string; passed: boolean; size: number }[];
  expect(sizes.map(({ name, passed }) => [name, passed])).toEqual(limits.map(({ name }) => [name, true]));
  expect(code).toBe(0);
  // A bundle of nothing would also pass.
  for (const { size } of sizes) expect(size).toBeGreaterThan(300);
  const measured = new Set(limits.map(({ path }) => `./${path}`));
  const published = Object.entries(manifest.exports).map(([, entry]) =>
    typeof entry === "string" ? entry : entry.default,
  );
  expect(published.filter((path) => !measured.has(path))).toEqual(["./dist/catalog/index.js", "./dist/node.js"]); // Types only, and what Node loads unbundled.
});
