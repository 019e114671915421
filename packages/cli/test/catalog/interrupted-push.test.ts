import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../running-command.ts";
import { type CatalogOrganization, catalogOrganization } from "./catalog-organization.ts";
import { type Cut, cuttingProxy } from "./cutting-proxy.ts";

/** Two of everything, and an archived price that a bundle contains: 13 writes. */
const CATALOG = `
metrics:
  calls: { name: Calls, eventName: call, aggregation: { method: count } }
  bytes: { name: Bytes, eventName: upload, aggregation: { method: sum, field: size } }
products:
  seats: { name: Seats, feeType: fixed }
  api: { name: API, feeType: metered, metrics: [calls] }
features:
  sso: { name: Single sign-on, type: boolean }
  calls: { name: Calls, type: quantity, metric: calls }
prices:
  seats-eur: { product: seats, currency: EUR, fixedPricingModel: { units: 1, pricePerUnit: "12.00" } }
  seats-old: { product: seats, currency: EUR, archived: true, fixedPricingModel: { units: 1, pricePerUnit: "9.00" } }
  api-eur: { product: api, currency: EUR, unitPricingModel: { pricePerUnit: "0.02" } }
bundles:
  team: { name: Team, prices: [seats-eur, api-eur] }
  legacy: { name: Legacy, prices: [seats-old] }
plans:
  team-eur: { name: Team, currency: EUR, priceGroups: [{ bundle: team }], entitlements: [{ feature: sso, value: true }] }
`;
const COUNTS = { metrics: 2, products: 2, features: 2, prices: 3, "price-bundles": 2, plans: 1 };

let folder: { path: string; remove: () => Promise<void> };
let file: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, "whole.yaml");
  await writeFile(file, CATALOG);
});
afterAll(() => folder.remove());

/** The server has exactly what is in the file: nothing is missing, nothing is there twice, and nothing is without a key. */
async function expectExactly({ catalog, counts }: CatalogOrganization): Promise<void> {
  expect(await counts()).toEqual(COUNTS);
  const again = await catalog("push", file, "--yes");
  expect([again.code, again.output]).toEqual([0, expect.stringContaining("Nothing to change.")]);
  expect(await catalog("plan", file)).toMatchObject({ code: 0 });
}

test("two pushes of one file at once create everything once (R-CAT-4)", async () => {
  const organization = await catalogOrganization("Two pushes");
  // Both have read the empty server before either writes.
  const ready = Promise.withResolvers<void>();
  let waiting = 0;
  const before: Cut["before"] = (write) => {
    if (write > 1) return;
    waiting += 1;
    if (waiting === 2) ready.resolve();
    return ready.promise;
  };
  const proxies = await Promise.all([
    cuttingProxy(organization.url, { before }),
    cuttingProxy(organization.url, { before }),
  ]);
  const pushes = proxies.map(({ url }) => organization.startAt(url, "push", file, "--yes"));
  const codes = await Promise.all(pushes.map(({ ended }) => ended));
  expect(codes, pushes.map(({ output }) => output()).join("\n")).toEqual([0, 0]);
  expect(waiting).toBe(2);
  await expectExactly(organization);
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

test("of two pushes with different content for one key, one says that the other was first (R-CAT-4)", async () => {
  const organization = await catalogOrganization("Different pushes");
  const other = join(folder.path, "other.yaml");
  await writeFile(other, CATALOG.replace("name: Bytes", "name: Traffic"));
  const first = await cuttingProxy(organization.url, {
    // Another push runs from its beginning to its end just before the first write of this one.
    async before(write) {
      if (write === 1) expect(await organization.catalog("push", other, "--yes")).toMatchObject({ code: 0 });
    },
  });
  const push = organization.startAt(first.url, "push", file, "--yes");
  expect(await push.ended).toBe(8);
  expect(push.output()).toMatch(
    /Stopped at the metric bytes, after 1 of 13 changes: Someone else made or changed the metric bytes \(metric_\w+\)/,
  );
  expect(await organization.counts()).toEqual(COUNTS);
  await first.close();
  expect(await organization.catalog("push", file, "--yes")).toMatchObject({ code: 0 });
  await expectExactly(organization);
});

test("two pushes of one change at once: both end with it, and a sold price is replaced once (R-CAT-2, R-CAT-4)", async () => {
  const organization = await catalogOrganization("Two changes");
  expect(await organization.catalog("push", file, "--yes")).toMatchObject({ code: 0 });
  const changed = join(folder.path, "changed.yaml");
  await writeFile(changed, CATALOG.replace("name: Seats", "name: Users").replace('"12.00"', '"15.00"'));
  const proxy = await cuttingProxy(organization.url, {
    async before(write) {
      if (write === 1) expect(await organization.catalog("push", changed, "--yes")).toMatchObject({ code: 0 });
    },
  });
  const push = organization.startAt(proxy.url, "push", changed, "--yes");
  expect([await push.ended, push.output()]).toEqual([0, expect.stringContaining("2 changes made.")]);
  await proxy.close();
  expect(await organization.catalog("plan", changed)).toMatchObject({ code: 0 });
  expect(await organization.counts()).toEqual(COUNTS);
});

/** Before the write is sent, and after the server has made it but before the push knows. */
const MOMENTS = [1, 8].flatMap((write) => [
  { write, moment: "before" as const },
  { write, moment: "after" as const },
]);

test.each(MOMENTS)("a push that is killed $moment write $write is finished by the next one (R-CAT-4)", async (at) => {
  const organization = await catalogOrganization(`Killed ${at.moment} ${at.write}`);
  const killed = Promise.withResolvers<void>();
  const proxy = await cuttingProxy(organization.url, {
    async [at.moment](write: number) {
      if (write !== at.write) return false;
      push.process.kill("SIGKILL");
      await push.ended;
      killed.resolve();
      return true;
    },
  });
  const push = organization.startAt(proxy.url, "push", file, "--yes");
  expect(await push.ended).toBe(128);
  await killed.promise;
  await proxy.close();
  expect(await organization.catalog("push", file, "--yes")).toMatchObject({ code: 0 });
  await expectExactly(organization);
});

test("a push whose connection ends says how far it came, and the next one finishes it (R-CAT-4)", async () => {
  const organization = await catalogOrganization("Cut");
  const proxy = await cuttingProxy(organization.url, { after: (write) => write >= 6 });
  const push = organization.startAt(proxy.url, "push", file, "--yes");
  expect(await push.ended).toBe(5);
  expect(push.output()).toMatch(
    /Stopped at the feature calls, after 5 of 13 changes: Cannot reach http:.*Nothing is created twice/s,
  );
  await proxy.close();
  expect(await organization.catalog("push", file, "--yes")).toMatchObject({ code: 0 });
  await expectExactly(organization);
});

test("with a key that may not write, plan works, and push names the missing scope first (R-CAT-4, R-KEY-1)", async () => {
  const organization = await catalogOrganization("Reading", ["read"]);
  const plan = join(folder.path, "reading.json");
  expect(await organization.catalog("plan", file, "--out", plan)).toMatchObject({ code: 7 });
  for (const words of [
    ["push", file, "--yes"],
    ["push", "--plan", plan],
  ]) {
    const { code, output } = await organization.catalog(...words);
    expect([code, output]).toEqual([
      6,
      expect.stringContaining("Nothing was changed: push needs an API key with the scope write."),
    ]);
    expect(output).not.toContain("Stopped");
  }
  expect(Object.values(await organization.counts())).toEqual([0, 0, 0, 0, 0, 0]);
});
