import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "@counterfoil/sdk";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyPlan } from "../../src/catalog/apply-plan.ts";
import { completeCatalog } from "../../src/catalog/complete-entry.ts";
import { fileEntries } from "../../src/catalog/file-entries.ts";
import { type CatalogFormat, readEntries, readSource, readWanted } from "../../src/catalog/load-catalog.ts";
import { isDrift, makePlan, type Plan } from "../../src/catalog/make-plan.ts";
import { nameObjects } from "../../src/catalog/name-objects.ts";
import { priceTypeOf } from "../../src/catalog/complete-price.ts";
import type { Entries } from "../../src/catalog/read-catalog.ts";
import { readServer } from "../../src/catalog/server-catalog.ts";
import { writeTypeScript, writeYaml } from "../../src/catalog/write-catalog.ts";
import { temporaryFolder } from "../running-command.ts";
import { catalogOrganization } from "./catalog-organization.ts";
import { Draw } from "./draw.ts";
import { randomCatalog } from "./random-catalog.ts";
import { randomEdit } from "./random-edit.ts";

/** `CATALOG_RUNS=200 CATALOG_SEED=7` looks at more catalogs than the usual run. */
const { CATALOG_RUNS = "6", CATALOG_SEED = "1" } = process.env;
const ENDINGS = { yaml: "yaml", typescript: "ts" } as const;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, "node_modules/@counterfoil"), { recursive: true });
  await symlink(join(import.meta.dirname, "../../../sdk"), join(folder.path, "node_modules/@counterfoil/sdk"));
});
afterAll(() => folder.remove());

/** What `catalog plan` computes for a file. */
async function planOf(client: Client, path: string): Promise<Plan> {
  const server = await readServer(client);
  return makePlan(client, readWanted(await readSource(path), server), server);
}

/** Plans, checks that nothing would be refused, and makes the changes. Returns the plan. */
async function push(client: Client, path: string): Promise<Plan> {
  const plan = await planOf(client, path);
  expect(plan.changes.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  await applyPlan(client, plan, () => undefined);
  return plan;
}

/** The server's catalog in the form of a file. */
async function pull(client: Client): Promise<{ entries: Entries; timeZone: string }> {
  const server = await readServer(client);
  const { timeZone } = server.organization;
  return { entries: fileEntries(nameObjects(server, null), timeZone), timeZone };
}

async function write(format: CatalogFormat, name: string, entries: object): Promise<string> {
  const path = join(folder.path, `${name}.${ENDINGS[format]}`);
  await writeFile(path, format === "yaml" ? writeYaml(entries as Entries) : writeTypeScript(entries as Entries));
  return path;
}

/** The pulled file has the meaning of the pushed one, and pushing it again changes nothing. */
async function expectSame(client: Client, format: CatalogFormat, path: string): Promise<void> {
  expect(isDrift(await planOf(client, path))).toBe(false);
  const { entries, timeZone } = await pull(client);
  const pulled = await write(format, `pulled-${(copies += 1)}`, entries);
  const read = async (file: string) => completeCatalog(readEntries(await readSource(file)), { timeZone }).entries;
  expect(comparable(await read(pulled))).toEqual(comparable(await read(path)));
  expect(isDrift(await planOf(client, pulled))).toBe(false);
  expect(await readFile(await write(format, `pulled-${(copies += 1)}`, (await pull(client)).entries), "utf8")).toBe(
    await readFile(pulled, "utf8"),
  );
}
let copies = 0;

/** Without entries that are archived and that nothing names: `pull` leaves them out. Amounts in one form. */
function comparable(entries: Entries): unknown {
  return JSON.parse(JSON.stringify(entries), (_name, value: unknown) =>
    typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value,
  );
}

test("any catalog moves to a server and back, and any edit is exactly what plan shows (R-CAT-4)", async () => {
  const seen = { types: new Set<string>(), edits: new Set<string>() };
  const property = fc.asyncProperty(
    fc.gen(),
    fc.constantFrom<CatalogFormat>("yaml", "typescript"),
    async (value, format) => {
      const draw = new Draw(value);
      const { url, apiKey } = await catalogOrganization("Random");
      const client = createClient({ baseUrl: url, apiKey });
      const catalog = randomCatalog(draw);
      for (const price of Object.values(catalog.prices)) seen.types.add(String(priceTypeOf(price as never)));
      const path = await write(format, `catalog-${(copies += 1)}`, catalog);
      const first = await push(client, path);
      const entries = Object.values(catalog).flatMap((section) => Object.values(section));
      const archived = entries.filter((entry) => entry["archived"] === true);
      expect(first.changes.map(({ action }) => action)).toEqual([
        ...entries.map(() => "create"),
        ...archived.map(() => "archive"),
      ]);
      await expectSame(client, format, path);

      const edit = randomEdit(draw, catalog);
      seen.edits.add(edit.what);
      const edited = await write(format, `catalog-${(copies += 1)}`, edit.catalog);
      const second = await push(client, edited);
      expect(
        second.changes.map(({ action, section, key, members }) => ({
          action,
          section,
          key,
          members: members.map(({ member }) => member).toSorted(),
        })),
      ).toEqual(edit.changes);
      await expectSame(client, format, edited);
      expect((await push(client, edited)).changes).toEqual([]);
    },
  );
  await fc.assert(property, {
    numRuns: Number(CATALOG_RUNS),
    seed: Number(CATALOG_SEED),
    endOnFailure: true,
  });
  expect(seen.types.size).toBeGreaterThan(3);
  expect(seen.edits.size).toBeGreaterThan(0);
});
