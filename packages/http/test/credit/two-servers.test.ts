import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Api, createApi, scenario } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-CREDIT-1, R-CREDIT-2: 64 callers on two processes never spend more than credit and hard limits allow.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly holdId: string | null;
  readonly amount: string;
}

const running: ChildProcess[] = [];
let addresses: string[];

async function serve(): Promise<string> {
  const { environment } = await scenario({ start: "2026-01-01", currency: "EUR" });
  const child = fork(join(import.meta.dirname, "../entitlements/serving-process.ts"), {
    env: { ...process.env, APP_URL: environment.database.appUrl },
  });
  running.push(child);
  return ((await once(child, "message")) as [string])[0];
}

beforeAll(async () => {
  addresses = [await serve(), await serve()];
}, 120_000);

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

const CALLERS = 64;
const CALLS = 6;

/**
 * Accounts that pay 0.37 a token up to 100 and 0.19 from there, and what 64 callers on two servers settle for them. Without relatives
 * it is one account.
 */
async function spend(prepare: (api: Api, accountId: string) => Promise<unknown>, relatives = 0) {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const price = await story.usage("Tokens", { graduated: "0–100 @0.37, 101+ @0.19" });
  const { api } = story;
  const accounts = [story.accountId];
  for (let made = 0; made < relatives; made += 1) accounts.push(await story.account());
  for (const accountId of accounts) {
    await story.subscribe({ prices: [price], account: accountId });
    await prepare(api, accountId);
    await api.patch(`/accounts/${accountId}/credit-settings`, { settleAboveHeld: "refuse" });
  }
  const reasons = new Set<string>();
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    let settled = 0;
    for (let call = 0; call < CALLS; call += 1) {
      const accountId = accounts[(caller + call) % accounts.length] ?? "";
      const path = `/accounts/${accountId}/credit`;
      const at = (place: number) => createApi(addresses[(caller + place) % 2] ?? "", api.token);
      const events = [{ eventName: "tokens", properties: { quantity: 1 + ((caller + call) % 3) } }];
      const held = await at(call).post<Answer>(`${path}/hold`, { uniqueId: `${caller}-${call}`, events });
      if (!held.allowed) {
        reasons.add(String(held.reason));
        continue;
      }
      const real = events.map((event) => ({ ...event, uniqueId: `e-${caller}-${call}`, account: accountId }));
      // On the other server.
      const outcome = await at(call + 1).request("POST", `${path}/settle`, {
        body: { holdId: held.holdId, events: real },
      });
      if (outcome.status === 200) settled += 1;
      // Other callers moved these tokens to a dearer tier, so that they cost more than was held.
      else expect(JSON.stringify(outcome.body)).toContain("above_held");
    }
    return settled;
  });
  const settled = (await Promise.all(callers)).reduce((sum, count) => sum + count, 0);
  return { story, api, path: `/accounts/${story.accountId}/credit`, settled, reasons: [...reasons] };
}

test("a grant is never overdrawn, and its rest is too small for any call (R-CREDIT-1)", async () => {
  const { story, api, path, reasons } = await spend((own, accountId) =>
    own.post(`/accounts/${accountId}/credit-grants`, { amount: "61.00" }),
  );
  expect(reasons).toEqual(["insufficient_credit"]);
  const { balances } = await api.get<{ balances: Record<string, string>[] }>(path);
  expect(Number(balances[0]?.["available"])).toBeGreaterThanOrEqual(0);
  expect(Number(balances[0]?.["available"])).toBeLessThan(0.19);
  await story.advanceTo("2026-02-03");
  const [invoice] = await story.invoices();
  const running = balances[0]?.["running"];
  expect(invoice).toMatchObject({ total: running, creditsApplied: running, status: "paid" });
}, 300_000);

test("a hard limit is reached and never passed by a cent (R-CREDIT-2)", async () => {
  const { story, api, path, reasons } = await spend(async (own, accountId) => {
    await own.patch(`/accounts/${accountId}/credit-settings`, { creditLine: "100000" });
    await own.post("/spend-limits", { accountId, amount: "61.00", enforcement: "hard" });
  });
  expect(reasons).toEqual(["spend_limit"]);
  const { spendLimits } = await api.get<{ spendLimits: Record<string, string>[] }>(path);
  expect(Number(spendLimits[0]?.["spent"])).toBeLessThanOrEqual(61);
  expect(Number(spendLimits[0]?.["remaining"])).toBeLessThan(0.19);
  await story.advanceTo("2026-02-03");
  const [invoice] = await story.invoices();
  expect(invoice?.total).toBe(spendLimits[0]?.["spent"]);
}, 300_000);

test("a hard limit of a family is reached and never passed by a cent (R-CREDIT-2, R-FAM-1)", async () => {
  const { story, api, path, reasons } = await spend(async (own, accountId) => {
    await own.patch(`/accounts/${accountId}/credit-settings`, { creditLine: "100000" });
    const { items } = await own.get<{ items: { accountId: string }[] }>("/spend-limits");
    // The first account is the parent of the others, in two levels.
    const root = items[0]?.accountId;
    if (root === undefined) {
      await own.post("/spend-limits", { accountId, appliesTo: "family", amount: "61.00", enforcement: "hard" });
      return;
    }
    const { accounts } = await own.get<{ accounts: { id: string }[] }>(`/accounts/${root}/family`);
    await own.patch(`/accounts/${accountId}/family`, { parentId: accounts[accounts.length === 2 ? 1 : 0]?.id });
  }, 4);
  expect(reasons).toEqual(["spend_limit"]);
  const { spendLimits } = await api.get<{ spendLimits: Record<string, string>[] }>(path);
  expect(Number(spendLimits[0]?.["spent"])).toBeLessThanOrEqual(61);
  expect(Number(spendLimits[0]?.["remaining"])).toBeLessThan(0.37);
  await story.advanceTo("2026-02-03");
  const invoices = await story.invoices();
  expect(invoices).toHaveLength(5);
  const cents = invoices.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0);
  expect((cents / 100).toFixed(2)).toBe(spendLimits[0]?.["spent"]);
}, 300_000);
