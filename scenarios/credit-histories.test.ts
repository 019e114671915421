import { Decimal } from "@counterfoil/engine";
import { type Context, verifyBooks } from "@counterfoil/service";
import { rounds } from "@counterfoil/testkit/rounds";
import { type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { expect, test } from "vitest";

// R-INV-8: an account's ledger explains its credit completely, and nothing is ever below zero.

type Step =
  | { readonly kind: "grant"; readonly amount: number; readonly priority: number; readonly days: number | null }
  | { readonly kind: "invoice"; readonly amounts: readonly number[] }
  | { readonly kind: "void" | "void_grant"; readonly which: number }
  | { readonly kind: "note"; readonly which: number; readonly line: number; readonly outcome: string }
  | { readonly kind: "days"; readonly days: number };

const amount = fc.integer({ min: 1, max: 9_999 });
const which = fc.nat(9);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("grant" as const),
    amount,
    priority: fc.nat(2),
    days: fc.option(fc.integer({ min: 1, max: 20 })),
  }),
  {
    arbitrary: fc.record({
      kind: fc.constant("invoice" as const),
      amounts: fc.array(amount, { minLength: 1, maxLength: 3 }),
    }),
    weight: 3,
  },
  fc.record({ kind: fc.constantFrom("void" as const, "void_grant" as const), which }),
  {
    arbitrary: fc.record({
      kind: fc.constant("note" as const),
      which,
      line: fc.nat(2),
      outcome: fc.constantFrom("apply", "account_credit"),
    }),
    weight: 2,
  },
  fc.record({ kind: fc.constant("days" as const), days: fc.integer({ min: 1, max: 9 }) }),
);

const money = (cents: number) => Decimal.ofInteger(cents).times(Decimal.of("0.01")).toString();
const sum = (texts: readonly string[]) => Decimal.sum(texts.map((text) => Decimal.of(text)));

interface Entry extends Json {
  readonly kind: string;
  readonly amount: string;
  readonly creditGrantId: string | null;
  readonly invoiceId: string | null;
}

class History {
  readonly story: Story;
  readonly invoices: StoryInvoice[] = [];
  readonly grants: string[] = [];
  #day = 0;

  constructor(story: Story) {
    this.story = story;
  }

  /** Actions that the state does not allow return 409 or 422 and change nothing. */
  async take(step: Step): Promise<void> {
    const { api, accountId } = this.story;
    const at = <Item>(list: readonly Item[], index: number) => list[index % Math.max(1, list.length)];
    const attempt = async (path: string, body: object) =>
      expect([200, 201, 404, 409, 422]).toContain((await api.request("POST", path, { body })).status);
    switch (step.kind) {
      case "grant": {
        const expiresAt = step.days === null ? null : this.#date(this.#day + step.days);
        const body = { amount: money(step.amount), priority: step.priority, expiresAt };
        this.grants.push((await api.post(`/accounts/${accountId}/credit-grants`, body)).id);
        return;
      }
      case "invoice": {
        const lines = step.amounts.map((cents) => ({ description: "Item", unitPrice: money(cents) }));
        this.invoices.push(await api.post("/invoices", { accountId, lines, autoIssue: true }));
        return;
      }
      case "void":
        return attempt(`/invoices/${at(this.invoices, step.which)?.id}/void`, { reason: "Wrong" });
      case "void_grant":
        return attempt(`/credit-grants/${at(this.grants, step.which)}/void`, { reason: "Wrong" });
      case "note": {
        const invoice = at(this.invoices, step.which);
        const lineItemId = at(invoice?.lineItems ?? [], step.line)?.id;
        const body = { invoiceId: invoice?.id, reason: "Wrong", outcome: step.outcome, lines: [{ lineItemId }] };
        return attempt("/credit-notes", body);
      }
      case "days":
        this.#day += step.days;
        return this.story.advanceTo(this.#date(this.#day));
    }
  }

  #date(day: number): string {
    return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, "2026-01-01".length);
  }
}

async function expectBalanced({ story, grants, invoices }: History): Promise<void> {
  const { items } = await story.api.get<{ items: Entry[] }>(`/accounts/${story.accountId}/credit-ledger?limit=100`);
  const of = (creditGrantId: string | null) => items.filter((entry) => entry.creditGrantId === creditGrantId);
  for (const id of grants) {
    const grant = await story.api.get<Json & { balance: string; amount: string }>(`/credit-grants/${id}`);
    expect(sum(of(id).map((entry) => entry.amount)).toFixed(2)).toBe(grant.balance);
    expect(Decimal.of(grant.balance).isNegative()).toBe(false);
    // No prefix of the ledger is below zero or above what was granted.
    let balance = Decimal.zero;
    for (const entry of of(id)) {
      balance = balance.plus(Decimal.of(entry.amount));
      expect(balance.isNegative() || balance.compare(Decimal.of(grant.amount)) > 0).toBe(false);
    }
  }
  const balance = await story.api.get<Json & { accountCredit: string; outstanding: string }>(
    `/accounts/${story.accountId}/balance`,
  );
  expect(sum(of(null).map((entry) => entry.amount)).toFixed(2)).toBe(balance.accountCredit);
  expect(Decimal.of(balance.accountCredit).isNegative()).toBe(false);
  let outstanding = Decimal.zero;
  for (const { id } of invoices) {
    const invoice = await story.api.get<StoryInvoice & { status: string; amountRemaining: string }>(`/invoices/${id}`);
    const used = sum(items.filter(({ invoiceId }) => invoiceId === id).map((entry) => entry.amount)).negate();
    expect(used.toFixed(2)).toBe(invoice.status === "void" ? "0.00" : invoice.creditsApplied);
    const remaining = Decimal.of(invoice.amountRemaining);
    expect(remaining.isNegative()).toBe(false);
    if (invoice.status === "paid") expect(remaining.isZero()).toBe(true);
    outstanding = outstanding.plus(remaining);
  }
  expect(outstanding.toFixed(2)).toBe(balance.outstanding);
}

test("credit that a void invoice returns to a voided grant is removed again (R-INV-8)", async () => {
  const history = new History(await scenario({ start: "2026-01-01" }));
  await history.take({ kind: "grant", amount: 4_773, priority: 1, days: null });
  await history.take({ kind: "invoice", amounts: [6_264] });
  await history.take({ kind: "void_grant", which: 0 });
  await history.take({ kind: "void", which: 0 });
  const { api, accountId } = history.story;
  const { items } = await api.get<{ items: Entry[] }>(`/accounts/${accountId}/credit-ledger?limit=100`);
  expect(items.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    "granted 47.73",
    "returned 47.73",
    "used -47.73",
    "voided -47.73",
  ]);
  await expectBalanced(history);
});

test("after random histories ledgers sum to balances, and verify finds nothing (R-INV-8, R-VER-1)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 16 }), async (taken) => {
      const history = new History(await scenario({ start: "2026-01-01" }));
      for (const step of taken) await history.take(step);
      await expectBalanced(history);
      const { story } = history;
      const actor = { type: "command", id: "test" } as const;
      const context: Context = {
        ...story.environment.ports,
        organizationId: story.organizationId,
        actor,
        requestId: null,
      };
      const differences: unknown[] = [];
      await verifyBooks(context, {
        from: null,
        to: null,
        onDifference: (difference) => differences.push(difference),
      });
      expect(differences).toEqual([]);
    }),
    { numRuns: rounds({ few: 6, all: 15 }), endOnFailure: true },
  );
});
