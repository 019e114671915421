import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createApi, environment, type Environment, type Json } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-API-5: the effect and its response are one transaction, so a server may be killed at any moment between them.

let platform: Environment;
const running: ChildProcess[] = [];

beforeAll(async () => {
  platform = await environment();
});

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** Sends a payment of 25.00 to a server that is killed around its commit, and then to a running one. */
async function payThrough(moment: "before" | "after") {
  const { api } = await platform.createOrganization();
  const account = await api.post("/accounts", { name: "Payer", currency: "USD" });
  const lines = [{ description: "Work", unitPrice: "100.00" }];
  const invoice = await api.post("/invoices", { accountId: account.id, lines, autoIssue: true });
  const child = fork(join(import.meta.dirname, "dying-process.ts"), {
    env: { ...process.env, APP_URL: platform.database.appUrl },
  });
  running.push(child);
  const [url] = (await once(child, "message")) as [string];
  child.send(moment);
  await once(child, "message");
  const path = `/invoices/${invoice.id}/payments`;
  const payment = {
    body: { amount: "25.00", method: "cash" },
    headers: { "Idempotency-Key": "25" },
  };
  await expect(createApi(url, api.token).request("POST", path, payment)).rejects.toThrow("fetch failed");
  const { items: left } = await api.get<{ items: Json[] }>(path);
  const answer = await api.request("POST", path, payment);
  const { items } = await api.get<{ items: Json[] }>(path);
  return { left, answer, items, invoice: await api.get(`/invoices/${invoice.id}`) };
}

test("killed between the commit and the response: the same request returns the result, and nothing happens again", async () => {
  const { left, answer, items, invoice } = await payThrough("after");
  expect(left.length).toBe(1);
  expect([answer.status, answer.headers.get("Idempotent-Replayed"), answer.body.id]).toEqual([
    201,
    "true",
    left[0]?.id,
  ]);
  expect(items.length).toBe(1);
  // 100.00 − 25.00
  expect(invoice["amountRemaining"]).toBe("75.00");
});

test("killed between the effect and the commit: nothing is left, and the same request takes effect", async () => {
  const { left, answer, items, invoice } = await payThrough("before");
  expect(left).toEqual([]);
  expect([answer.status, answer.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  expect(items.length).toBe(1);
  expect(invoice["amountRemaining"]).toBe("75.00");
});
