import { bookDifferences, type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect } from "vitest";

// Shared steps of stories about giving back.

/** Terms by which an invoice is overdue the day after issue. */
export const overdue = { invoicePaymentTerms: "on_issue" };

/** 310.00 in advance from January 1, 10.00 for each of its 31 days; `terms` are more members of the subscription. */
export async function january(terms: object = {}): Promise<{ story: Story; id: string; base: string }> {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base], ...terms });
  await story.advanceTo("2026-01-02");
  return { story, id, base };
}

/** 90.00 a week and at most 100.00 a month, up to January 15: 90.00, 10.00 and 0.00. */
export async function weeks(terms: object = {}): Promise<{ story: Story; id: string }> {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.fixed("Week", "90.00", { every: "weekly" });
  const maximumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [week], maximumSpend, ...terms });
  await story.advanceTo("2026-01-15");
  return { story, id };
}

/** Ends the subscription on the 16th: 16 of 31 days are not served, 160.00 of 310.00. */
export async function endOnThe16th(story: Story, id: string): Promise<void> {
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
}

interface Noted {
  readonly invoice: StoryInvoice | undefined;
  readonly lines: readonly (number | [line: number, amount: string])[];
}

/** Credits lines of an invoice, in full or in part. Returns the note's total, or the status and error code. */
export async function note(story: Story, { invoice, lines }: Noted): Promise<string> {
  const answer = await post(story, "/credit-notes", {
    invoiceId: invoice?.id,
    reason: "Goodwill",
    outcome: "account_credit",
    lines: lines.map((line) => {
      const [index, amount] = typeof line === "number" ? [line] : line;
      return { lineItemId: invoice?.lineItems[index]?.id, ...(amount === undefined ? {} : { amount }) };
    }),
  });
  const [fault] = (answer.body["errors"] ?? []) as { code: string }[];
  return answer.status === 201 ? String(answer.body["total"]) : `${answer.status} ${fault?.code}`;
}

/** Credits one line of an invoice, and returns the response. */
export function noteLine(
  story: Story,
  invoice: StoryInvoice | undefined,
  { outcome, amount, line = 0 }: { outcome: string; amount?: string; line?: number },
) {
  const lineItemId = invoice?.lineItems[line]?.id;
  const lines = [{ lineItemId, ...(amount === undefined ? {} : { amount }) }];
  return post(story, "/credit-notes", { invoiceId: invoice?.id, reason: "Note", outcome, lines });
}

export function post(story: Story, path: string, body: object = {}) {
  return story.api.request<Json>("POST", path, { body });
}

export function giveUp(story: Story, invoice: StoryInvoice | undefined) {
  return post(story, `/invoices/${invoice?.id}/mark-uncollectible`);
}

export function pay(story: Story, invoice: StoryInvoice | undefined, amount: string) {
  return post(story, `/invoices/${invoice?.id}/payments`, { amount, method: "bank_transfer" });
}

export function voidInvoice(story: Story, invoice: { id: string } | undefined, rebill: boolean) {
  return post(story, `/invoices/${invoice?.id}/void`, { reason: "Wrong", rebill });
}

/** Issues an invoice of one line. */
export function oneOff(story: Story, unitPrice: string): Promise<StoryInvoice> {
  const lines = [{ description: "Item", unitPrice }];
  return story.api.post<StoryInvoice>("/invoices", { accountId: story.accountId, lines, autoIssue: true });
}

export function grantCredit(story: Story, grant: object): Promise<Json> {
  return story.api.post<Json>(`/accounts/${story.accountId}/credit-grants`, { currency: "USD", ...grant });
}

/** `issued 310.00/150.00` of each invoice with its amount due, and account credit and grants. */
export async function standing(story: Story): Promise<string> {
  const invoices = (await story.invoices()).map(
    ({ status, total, amountRemaining }) => `${status} ${total}/${amountRemaining}`,
  );
  const { accountCredit, creditGrants } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
  return [...invoices, `credit ${String(accountCredit)}`, `grants ${String(creditGrants)}`].join(", ");
}

/** Checks the current result, and that verify finds nothing (R-VER-1). */
export async function expectStanding(story: Story, expected: string): Promise<void> {
  expect(await standing(story)).toBe(expected);
  await expectProved(story);
}

/** Checks that verify finds nothing, whatever was given back (R-VER-1). */
export async function expectProved(story: Story): Promise<void> {
  expect(await bookDifferences(story)).toEqual([]);
}
