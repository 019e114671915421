import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);

test("what is published are compiled modules with their types, and they run as they are", async () => {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-sdk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const built = join(folder, "node_modules/@counterfoil/sdk");
  await run(process.execPath, [join(import.meta.dirname, "../build.mjs"), built]);

  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: built });
  const packed = JSON.parse(stdout) as { files: { path: string }[] }[] | Record<string, { files: { path: string }[] }>;
  const paths = Object.values(packed).flatMap(({ files }) => files.map(({ path }) => path));
  expect(paths).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "index.d.ts", "index.js", "node.d.ts", "node.js", "package.json"]),
  );
  expect(paths.filter((path) => !/\.js$|\.d\.ts$|^(?:LICENSE|README\.md|package\.json)$/.test(path))).toEqual([]);

  const program = join(folder, "program.mjs");
  await writeFile(
    program,
    `import { createClient } from "@counterfoil/sdk";
     import { openEventSpool } from "@counterfoil/sdk/node";
     console.log(typeof createClient({ baseUrl: "http://localhost" }).invoices.list, typeof openEventSpool);`,
  );
  expect((await run(process.execPath, [program])).stdout.trim()).toBe("function function");
});
