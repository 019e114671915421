import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { installSdk, packSdk } from "./support/pack-sdk.ts";

const run = promisify(execFile);

test("the published package contains compiled modules with types, and runs unchanged", async () => {
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
  expect(paths.filter((path) => !/\.js$|\.d\.ts$|\.css$|^(?:LICENSE|README\.md|package\.json)$/.test(path))).toEqual(
    [],
  );

  expect(await runWithPackage(folder)).toBe("function function");
});

test("npm pack packs the compiled modules, and leaves the sources unchanged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-sdk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { tarball, paths } = await packSdk(folder);
  expect(paths).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "package.json"].map((one) => `package/${one}`)),
  );
  const isExpected = (path: string) =>
    /dist\/.*(?:\.js|\.d\.ts|\.css)$|(?:LICENSE|README\.md|package\.json)$/.test(path);
  expect(paths.filter((path) => !isExpected(path))).toEqual([]);
  await installSdk(tarball, folder);
  expect(await runWithPackage(folder)).toBe("function function");
});

/** The output of a program that imports both entries of the package from `node_modules` in the folder. */
async function runWithPackage(folder: string): Promise<string> {
  const program = join(folder, "program.mjs");
  await writeFile(
    program,
    `import { createClient } from "@counterfoil/sdk";
     import { openEventSpool } from "@counterfoil/sdk/node";
     console.log(typeof createClient({ baseUrl: "http://localhost" }).invoices.list, typeof openEventSpool);`,
  );
  return (await run(process.execPath, [program])).stdout.trim();
}
