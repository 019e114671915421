import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

interface Manifest {
  readonly license?: string | { readonly type: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A dependency of a package.json. */
interface Asked {
  readonly name: string;
  readonly version: string;
  /** The folder of the package.json. */
  readonly folder: string;
}

/** `| fastify | 5.12.8 | MIT | HTTP |` */
interface Listed {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly reason: string;
}

async function manifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, "utf8")) as Manifest;
}

async function asked(): Promise<Asked[]> {
  const folders = [root];
  for await (const path of glob("packages/*/package.json", { cwd: root })) folders.push(join(root, path, ".."));
  const all: Asked[] = [];
  for (const folder of folders) {
    const { dependencies, devDependencies, optionalDependencies } = await manifest(join(folder, "package.json"));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      if (!name.startsWith("@counterfoil/")) all.push({ name, version, folder });
    }
  }
  return all;
}

async function listed(): Promise<Listed[]> {
  const text = await readFile(join(root, "docs/dependencies.md"), "utf8");
  return text
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6 && /^\d/.test(cells[2] ?? ""))
    .map(([, name = "", version = "", licence = "", reason = ""]) => ({ name, version, licence, reason }));
}

async function installedLicence({ name, folder }: Asked): Promise<string | undefined> {
  for (const place of [folder, root]) {
    const found = await manifest(join(place, "node_modules", name, "package.json")).catch(() => undefined);
    if (found !== undefined) return typeof found.license === "string" ? found.license : found.license?.type;
  }
  return undefined;
}

test("docs/dependencies.md lists exactly the dependencies of the package.json files, with version and license", async () => {
  const wanted = await asked();
  const rows = await listed();
  expect(wanted.length).toBeGreaterThan(50);
  const pair = ({ name, version }: { name: string; version: string }) => `${name} ${version}`;
  expect(rows.map(pair).toSorted()).toEqual([...new Set(wanted.map(pair))].toSorted());
  for (const { name, reason } of rows) expect([name, reason === ""]).toEqual([name, false]);
  let read = 0;
  for (const one of wanted) {
    expect([one.name, /^\d+\.\d+\.\d+/.test(one.version)]).toEqual([one.name, true]);
    const licence = await installedLicence(one);
    // Packages for other platforms are not installed.
    if (licence === undefined) continue;
    read += 1;
    const row = rows.find(({ name }) => name === one.name);
    expect([one.name, row?.licence]).toEqual([one.name, licence]);
  }
  expect(read).toBeGreaterThan(50);
});
