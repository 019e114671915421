import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-SUB-4: a version sells each price once. The error says whether the request lists a price twice or what sells it already.

/** The place, the code and the text of each fault of a refused request. */
async function faultsOf({ api }: Story, path: string, body: object): Promise<string[]> {
  type Fault = { pointer: string; code: string; detail: string };
  const answer = await api.request<{ errors?: Fault[] }>("POST", path, { body });
  return (answer.body.errors ?? []).map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

/** A contract that sells Base, and Support, which it does not sell. */
async function contract() {
  const story = await scenario({ start: "2026-04-01" });
  const [base, support] = [await story.fixed("Base", "50.00"), await story.fixed("Support", "30.00")];
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2026-04-11T09:00");
  const change = (body: object) => faultsOf(story, `/subscriptions/${id}/changes`, body);
  return { story, base, support, change };
}

const once = "and a version sells each price once. Leave it out, or use another price.";

test("a change that adds a price that the subscription sells says so, with the day (R-SUB-4)", async () => {
  const { base, support, change } = await contract();
  const sold = `repeated_price: On 2026-04-11, the subscription already sells the price ${base}, ${once}`;
  expect(await change({ add: [{ priceId: base }] })).toEqual([`/add/0/priceId ${sold}`]);
  expect(await change({ add: [{ priceId: support }, { priceId: base, group: "More" }] })).toEqual([
    `/add/1/priceId ${sold}`,
  ]);
});

test("a change that replaces a price with one that the subscription sells says so (R-SUB-4)", async () => {
  const { story, base, support } = await contract();
  const { id } = await story.subscribe({ prices: [base, support] });
  const update = [{ priceId: base, newPriceId: support }];
  expect(await faultsOf(story, `/subscriptions/${id}/changes`, { update })).toEqual([
    `/update/0/newPriceId repeated_price: On 2026-04-11, the subscription already sells the price ${support}, ${once}`,
  ]);
});

test("a change that names a new price twice is told that the request lists it twice (R-SUB-4)", async () => {
  const { base, support, change } = await contract();
  const twice = `repeated_price: The price ${support} is listed twice. List each price once.`;
  expect(await change({ add: [{ priceId: support }, { priceId: support }] })).toEqual([`/add/1/priceId ${twice}`]);
  const update = [{ priceId: base, newPriceId: support }];
  expect(await change({ update, add: [{ priceId: support }] })).toEqual([`/add/0/priceId ${twice}`]);
});

test("a price that the plan of a change or a listed bundle sells is named with it (R-SUB-4)", async () => {
  const { story, base, support, change } = await contract();
  const plan = await story.api.post<Json>("/plans", {
    name: "Pro",
    priceGroups: [{ name: "Pro", priceIds: [support] }],
  });
  expect(await change({ planId: plan["id"], add: [{ priceId: support }] })).toEqual([
    expect.stringContaining("/add not_with_plan: "),
    `/add/0/priceId repeated_price: The plan ${String(plan["id"])} already sells the price ${support}, ${once}`,
  ]);

  const bundle = await story.api.post<Json>("/price-bundles", { name: "Both", priceIds: [base, support] });
  const bundleId = String(bundle["id"]);
  const create = (...priceGroups: object[]) =>
    faultsOf(story, "/subscriptions", { accountId: story.accountId, priceGroups });
  const sold = `repeated_price: The price bundle ${bundleId} already sells the price ${base}, ${once}`;
  expect(await create({ bundleId }, { priceIds: [base] })).toEqual([`/priceGroups/1/priceIds/0 ${sold}`]);
  expect(await create({ priceIds: [base] }, { bundleId })).toEqual([`/priceGroups/1/bundleId ${sold}`]);
  expect(await create({ priceIds: [base, support, base] })).toEqual([
    `/priceGroups/0/priceIds/2 repeated_price: The price ${base} is listed twice. List each price once.`,
  ]);
});
