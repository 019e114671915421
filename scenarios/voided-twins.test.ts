import { seeds } from "@counterfoil/testkit/rounds";
import { scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-2: two accounts with the same contract and usage, including late usage. Invoices of one are voided and rebilled
// repeatedly; in the end both are charged the same, kind by kind.

const MONTHS = ["01", "02", "03", "04", "05"] as const;

/** Pseudo-random numbers, the same in each run: `next(5)` is one of 0 … 4. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed * 7919 + 12_345;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const SEEDS = seeds({ few: 1, all: 3 });

test.each(SEEDS)("random voids and rebills bill the same, seed %i (R-INV-2, R-INV-9, R-SUB-8)", async (seed) => {
  const next = numbersFrom(seed);
  const story = await scenario({ start: "2024-01-01", graceHours: next(2) * 24 });
  const calls = await story.usage("API calls", { graduated: "0–100 @0.20, 101+ @0.10" });
  const base = await story.fixed("Base", "20.00");
  const terms = {
    prices: [base, calls],
    discount: { discountType: "percentage", amount: "10", durationType: "forever" },
    minimumSpend: { amount: "30.00", period: "month" },
    maximumSpend: { amount: "150.00", period: "quarter" },
  };
  const twin = await story.account();
  await story.subscribe(terms);
  await story.subscribe({ ...terms, account: twin });
  for (const month of MONTHS) {
    const used = next(16) * 20; // of 20, so that a tenth off has no fraction of a cent
    await useByBoth(story, twin, used, `2024-${month}-10`);
    if (month > "01" && next(2) === 0) {
      const late = `2024-0${Number(month) - 1 - next(Math.min(2, Number(month) - 1))}-15`;
      await useByBoth(story, twin, 20 * (1 + next(5)), late);
    }
    await story.advanceTo(`2024-${month}-2${next(5)}`);
    await billSomeAgain(story, next);
  }
  await story.advanceTo("2024-07-03");
  await billSomeAgain(story, next);
  await story.advanceTo("2024-10-03"); // anything still to be corrected is
  const [voided, kept] = [await story.invoices(story.accountId), await story.invoices(twin)];
  expect(voided.filter(({ status }) => status === "void").length).toBeGreaterThan(0);
  expect(chargedByKind(voided)).toEqual(chargedByKind(kept));
});

async function useByBoth(story: Story, twin: string, quantity: number, at: string): Promise<void> {
  await story.use("api_calls", quantity, at);
  await story.use("api_calls", quantity, at, twin);
}

/** Voids up to three issued invoices of the first account, and issues some of their drafts at once. */
async function billSomeAgain(story: Story, next: (below: number) => number): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const open = (await story.invoices(story.accountId)).filter(({ status }) => ["issued", "overdue"].includes(status));
    const invoice = open[next(open.length)];
    if (invoice === undefined) return;
    const body = { reason: "Again", rebill: true };
    const answer = await story.api.post<{ replacedByInvoiceId: string | null }>(`/invoices/${invoice.id}/void`, body);
    if (answer.replacedByInvoiceId !== null && next(2) === 0) {
      await story.api.post(`/invoices/${answer.replacedByInvoiceId}/issue`);
    }
  }
}

/** In cents: usage with its corrections, all limits, and everything else separately. */
function chargedByKind(invoices: readonly StoryInvoice[]): Record<string, number> {
  const cents: Record<string, number> = { usage: 0, limit: 0, recurring: 0, discount: 0 };
  for (const { kind, totalPrice } of invoices
    .filter(({ status }) => status !== "void")
    .flatMap((one) => one.lineItems)) {
    const counted = kind === "correction" ? "usage" : kind === "minimum" || kind === "maximum" ? "limit" : kind;
    cents[counted] = (cents[counted] ?? 0) + Math.round(Number(totalPrice) * 100);
  }
  return cents;
}
