import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

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
  expect(paths.filter((path) => !/\.js$|\.d\.ts$|^(?:LICENSE|README\.md|package\.json)$/.test(path))).toEqual([]);

  expect(await runWithPackage(folder)).toBe("function function");
});

test("npm pack packs the compiled modules, and leaves the sources unchanged", async () => {
  const root = join(import.meta.dirname, "../../..");
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-sdk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copy = join(folder, "copy/packages/sdk");
  const isSource = (path: string) => !["dist", "test"].includes(basename(path));
  await cp(join(root, "packages/sdk"), copy, { recursive: true, filter: isSource });
  for (const file of ["LICENSE", "tsconfig.json", "packages/engine/tsconfig.json"]) {
    await cp(join(root, file), join(folder, "copy", file));
  }
  await symlink(join(root, "node_modules"), join(folder, "copy/node_modules"));
  const before = await readFile(join(copy, "package.json"), "utf8");

  await run("npm", ["pack", "--pack-destination", folder], { cwd: copy });
  const tarball = join(folder, "counterfoil-sdk-0.1.0.tgz");
  const paths = (await run("tar", ["--list", "--file", tarball])).stdout.trim().split("\n");
  expect(paths).toEqual(
    expect.arrayContaining(["LICENSE", "README.md", "package.json"].map((one) => `package/${one}`)),
  );
  expect(paths.filter((path) => !/dist\/.*(?:\.js|\.d\.ts)$|(?:LICENSE|README\.md|package\.json)$/.test(path))).toEqual(
    [],
  );
  expect(await readFile(join(copy, "package.json"), "utf8")).toBe(before);

  const installed = join(folder, "node_modules/@counterfoil/sdk");
  await mkdir(installed, { recursive: true });
  await run("tar", ["--extract", "--strip-components=1", "--file", tarball, "--directory", installed]);
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
