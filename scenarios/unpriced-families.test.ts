import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-2, R-FAM-1: usage of one account of a family cannot be priced. The worker reports that, so these stories run apart.

const REGIONS = { dimensions: ["region"], cells: [{ values: { region: "eu" }, pricePerUnit: { value: "1" } }] };
const tokens = (quantity: number) => ({ eventName: "tokens", properties: { quantity } });

/** A company with two departments that pay 1.00 a token. One of them used a server in a region without a price. */
async function company() {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { api, accountId: root } = story;
  const [sales, support] = [await story.account({ name: "Sales" }), await story.account({ name: "Support" })];
  const price = await story.usage("Tokens", { unit: "1" });
  const servers = await story.usage("Servers", { type: "matrix", matrixPricingModel: REGIONS });
  for (const account of [root, sales, support]) {
    await story.subscribe({ prices: account === support ? [price, servers] : [price], account });
    await api.patch(`/accounts/${account}/credit-settings`, { creditLine: "1000000" });
    if (account !== root) await api.patch(`/accounts/${account}/family`, { parentId: root });
  }
  await story.use("servers", { quantity: 1, region: "ap" }, "2026-01-01", support);
  return { story, api, root, sales, support, servers };
}

test("a soft limit of a family whose usage cannot be priced holds back nothing else (R-CREDIT-2)", async () => {
  const { story, api, root, sales, support } = await company();
  const limit = { accountId: root, enforcement: "soft", notifyAt: [50] };
  await api.post("/spend-limits", { ...limit, appliesTo: "family", amount: "1000.00" });
  const own = await api.post("/spend-limits", { ...limit, amount: "10.00" });
  await story.use("tokens", 6, "2026-01-01", root);
  const told = async () => {
    const { items } = await api.get<{ items: { type: string; objectId: string }[] }>("/notifications?limit=100");
    return items.filter(({ type }) => type === "spend_limit.reached").map(({ objectId }) => objectId);
  };
  await expect.poll(told, { timeout: 20_000 }).toEqual([own.id]);
  const path = `/accounts/${sales}/credit`;
  expect(await api.post(`${path}/hold`, { uniqueId: "a", events: [tokens(5)] })).toMatchObject({ allowed: true });
  expect(await api.post(`${path}/check`, { events: [tokens(1)] })).toMatchObject({ allowed: true });
  const { status, body } = await api.request("GET", path);
  expect([status, String(body["detail"])]).toEqual([409, expect.stringContaining(support)]);
}, 60_000);

test("a hard limit has to know what all accounts spent, and a refused call settles nothing (R-CREDIT-2)", async () => {
  const { api, root, sales, support, servers } = await company();
  const path = `/accounts/${sales}/credit`;
  const { holdId } = await api.post(`${path}/hold`, { uniqueId: "a", events: [tokens(5)] });
  await api.post("/spend-limits", { accountId: root, appliesTo: "family", amount: "100.00", enforcement: "hard" });
  const settle = { holdId, events: [{ uniqueId: "real", account: sales, ...tokens(4) }] };
  const { status, body } = await api.request("POST", `${path}/hold`, {
    body: { uniqueId: "b", events: [tokens(1)], settle },
  });
  expect([status, String(body["detail"])]).toEqual([409, expect.stringContaining(support)]);
  // What needs no limit goes on.
  expect(await api.post(`${path}/settle`, settle)).toMatchObject({ amount: "4.00", held: "5.00", ingested: 1 });
  await api.patch(`/prices/${servers}`, {
    matrixPricingModel: { ...REGIONS, defaultPricePerUnit: { value: "2" } },
  });
  expect(await api.post(`${path}/hold`, { uniqueId: "b", events: [tokens(1)] })).toMatchObject({ allowed: true });
  expect(await api.get(path)).toMatchObject({ spendLimits: [{ spent: "6.00", held: "1.00", remaining: "93.00" }] });
}, 60_000);
