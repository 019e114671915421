import { expect, test } from "vitest";
import { type AccountFacts, accountStatus, toAccountBilling } from "../../src/lists/account-billing.ts";

const overdue = [{ hasOverdue: true }];
const subscription = (status: "active" | "draft" | "canceled", pausedAt: string | null = null) => ({
  status,
  pausedAt,
});
const PAUSED_AT = "2026-01-05T00:00:00.000Z";

test.each([
  ["overdue", [subscription("active")], overdue],
  ["overdue", [], overdue],
  ["active", [subscription("canceled"), subscription("active", PAUSED_AT), subscription("active")], []],
  ["paused", [subscription("draft"), subscription("active", PAUSED_AT)], []],
  ["pending", [subscription("canceled"), subscription("draft")], []],
  ["ended", [subscription("canceled")], []],
  ["none", [], []],
] as const)("an account is %s", (status, subscriptions, owed) => {
  expect(accountStatus(subscriptions, owed)).toBe(status);
});

test("plans are named once, amounts have the digits of their currency, and a contract without a plan has its own name", () => {
  const active = { accountId: "acct_1", status: "active", pausedAt: null } as const;
  const facts: AccountFacts = {
    subscriptions: [
      { ...active, name: "Main", planId: "plan_1", planName: "Pro" },
      { ...active, name: "Second", planId: "plan_1", planName: "Pro" },
      { ...active, name: "Special", planId: null, planName: null },
    ],
    owed: [{ accountId: "acct_1", currency: "JPY", amount: "1200", hasOverdue: false }],
    recurring: [],
    lastPayment: { accountId: "acct_1", id: "pay_1", date: "2026-01-02", currency: "USD", amount: "5" },
    today: "2026-01-31",
  };
  expect(toAccountBilling(facts)).toEqual({
    status: "active",
    plans: [
      { id: "plan_1", name: "Pro" },
      { id: null, name: "Special" },
    ],
    recurring: [],
    owed: [{ currency: "JPY", amount: "1200" }],
    lastPayment: { id: "pay_1", date: "2026-01-02", currency: "USD", amount: "5.00" },
  });
});
