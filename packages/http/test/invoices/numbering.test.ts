import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Api, createApi, environment, type Json } from "@counterfoil/testkit/scenario";
import { afterAll, expect, test } from "vitest";

// R-INV-3: numbers have no gaps and no repetitions, regardless of concurrency and killed processes.

const running: ChildProcess[] = [];

async function serve(): Promise<{ url: string; process: ChildProcess }> {
  const { database } = await environment();
  const child = fork(join(import.meta.dirname, "../entitlements/serving-process.ts"), {
    env: { ...process.env, APP_URL: database.appUrl },
  });
  running.push(child);
  const [url] = (await once(child, "message")) as [string];
  return { url, process: child };
}

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

const INVOICES = 120;
const ISSUERS = 10;

test("ten issuers at once, two of their servers killed meanwhile: 1, 2, 3 … without a gap (R-INV-3)", async () => {
  const { api } = await (await environment()).createOrganization({ invoiceNumberFormat: "N{SEQ}" });
  const account = await api.post("/accounts", { name: "Acme", currency: "USD" });
  const lines = [{ description: "Setup", unitPrice: "1.00" }];
  const drafts: string[] = [];
  for (let made = 0; made < INVOICES; made += 1) {
    drafts.push((await api.post("/invoices", { accountId: account.id, lines })).id);
  }
  const servers = await Promise.all([serve(), serve(), serve()]);
  const waiting = [...drafts];
  let asked = 0;
  async function issuer(through: Api): Promise<void> {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      asked += 1;
      if (asked === INVOICES / 4) servers[1]?.process.kill("SIGKILL");
      if (asked === INVOICES / 2) servers[2]?.process.kill("SIGKILL");
      // It is unknown whether a killed server had issued the invoice: the call is repeated, and refused if it had.
      const answer = await through.request("POST", `/invoices/${id}/issue`).catch(() => undefined);
      if (answer !== undefined) expect([200, 409]).toContain(answer.status);
      else expect([200, 409]).toContain((await api.request("POST", `/invoices/${id}/issue`)).status);
    }
  }
  await Promise.all(
    Array.from({ length: ISSUERS }, (_, place) => issuer(createApi(servers[place % 3]?.url ?? "", api.token))),
  );
  const numbers: string[] = [];
  for (let page = 1; page <= Math.ceil(INVOICES / 100); page += 1) {
    const { items } = await api.get<{ items: Json[] }>(`/invoices?limit=100&page=${page}`);
    numbers.push(...items.map((item) => String(item["number"])));
  }
  const expected = Array.from({ length: INVOICES }, (_, place) => `N${place + 1}`);
  expect(numbers.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(expected);
});
