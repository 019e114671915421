import { type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { expect, test } from "vitest";
import { post } from "./steps.ts";

interface Note {
  readonly outcome: "apply" | "refund" | "account_credit";
  /** Which lines, and per cent of each line; null for what remains of it. */
  readonly lines: readonly (number | null | undefined)[];
}

/** An invoice, how much of it is paid, and the credit notes that are tried on it one after the other. */
interface History {
  readonly lines: readonly { readonly cents: number; readonly isBook: boolean }[];
  readonly grantCents: number;
  readonly paidPercent: number;
  readonly isWrittenOff: boolean;
  readonly notes: readonly Note[];
}

const note: fc.Arbitrary<Note> = fc.record({
  outcome: fc.constantFrom("apply", "refund", "account_credit"),
  lines: fc.array(fc.oneof(fc.constant(null), fc.constant(undefined), fc.integer({ min: 1, max: 110 })), {
    minLength: 4,
    maxLength: 4,
  }),
});
const histories: fc.Arbitrary<History> = fc.record({
  lines: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 50_000 }), isBook: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  grantCents: fc.constantFrom(0, 0, 700),
  paidPercent: fc.constantFrom(0, 30, 100, 130),
  isWrittenOff: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
  notes: fc.array(note, { minLength: 2, maxLength: 3 }),
});

const money = (cents: number) => (cents / 100).toFixed(2);

async function taxed(): Promise<{ story: Story; bookId: string }> {
  const story = await scenario({
    start: "2026-01-05",
    currency: "EUR",
    settings: { country: "FR", taxMode: "manual" },
  });
  await story.api.post("/tax-rates", { name: "TVA", percentage: "20" });
  await story.api.post("/tax-rates", { name: "Books", percentage: "5.5", taxCategory: "books", country: "FR" });
  const book = await story.api.post("/products", { name: "Book", feeType: "fixed", taxCategory: "books" });
  return { story, bookId: book.id };
}

/** Creates an account with an invoice that is paid, and perhaps written off, as the history says. */
async function begin(story: Story, bookId: string, history: History): Promise<StoryInvoice> {
  const { id: accountId } = await story.api.post("/accounts", {
    name: "Reader",
    currency: "EUR",
    taxCountry: "FR",
    ...(story.clockId === undefined ? {} : { testClockId: story.clockId }),
  });
  if (history.grantCents > 0) {
    await story.api.post(`/accounts/${accountId}/credit-grants`, {
      amount: money(history.grantCents),
      currency: "EUR",
    });
  }
  const lines = history.lines.map(({ cents, isBook }, place) => ({
    description: `Item ${place + 1}`,
    unitPrice: money(cents),
    ...(isBook && { productId: bookId }),
  }));
  const invoice = await story.api.post<StoryInvoice>("/invoices", { accountId, lines, autoIssue: true });
  const cents = Math.floor(Number(invoice.amountRemaining) * history.paidPercent);
  if (cents > 0)
    await post(story, `/invoices/${invoice.id}/payments`, { amount: money(cents), method: "bank_transfer" });
  if (history.isWrittenOff) await post(story, `/invoices/${invoice.id}/mark-uncollectible`);
  return invoice;
}

function bodyOf(invoice: StoryInvoice, { outcome, lines }: Note): object {
  const chosen = invoice.lineItems.flatMap(({ id, totalPrice }, place) => {
    const share = lines[place];
    if (share === undefined) return [];
    const amount = share === null ? null : money(Math.ceil(Number(totalPrice) * share));
    return [{ lineItemId: id, amount }];
  });
  // A note of no line is refused by its schema.
  return { invoiceId: invoice.id, reason: "Not delivered", outcome, lines: chosen };
}

/** Everything that a credit note could change. */
async function seen(story: Story, { id, accountId }: StoryInvoice) {
  const [invoice, balance, journal, payments, notes] = await Promise.all([
    story.api.get<Json>(`/invoices/${id}`),
    story.api.get<Json>(`/accounts/${String(accountId)}/balance`),
    story.api.get<{ items: Json[] }>(`/journal?accountId=${String(accountId)}&limit=1000`),
    story.api.get<{ items: Json[] }>(`/invoices/${id}/payments`),
    story.api.get<{ items: Json[] }>(`/invoices/${id}/credit-notes`),
  ]);
  return { invoice, balance, journal: journal.items, payments: payments.items, notes: notes.items };
}

type Seen = Awaited<ReturnType<typeof seen>>;

/** The entries that were added, as the preview shows them. */
function addedEntries(before: Seen, after: Seen): object[] {
  const known = new Set(before.journal.map(({ entryId }) => entryId));
  const added = Map.groupBy(
    after.journal.filter(({ entryId }) => !known.has(entryId)),
    ({ entryId }) => String(entryId),
  );
  return [...added.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, postings]) => ({
      kind: postings[0]?.kind,
      day: postings[0]?.day,
      postings: postings.map(({ code, amount, lineId }) => ({ code, amount, lineItemId: lineId })),
    }));
}

function addedRefunds(before: Seen, after: Seen): object[] {
  const refunds = (one: Seen) => one.payments.flatMap((payment) => (payment["refunds"] as Json[] | undefined) ?? []);
  const known = new Set(refunds(before).map(({ id }) => id));
  const methods = new Map(after.payments.map((payment) => [payment.id, payment]));
  return refunds(after)
    .filter(({ id }) => !known.has(id))
    .map(({ paymentId, amount }) => {
      const payment = methods.get(String(paymentId));
      return { paymentId, method: payment?.["method"], provider: payment?.["provider"], amount };
    });
}

function standing({ invoice, balance }: Seen): object {
  const { status, amountPaid, amountRemaining } = invoice;
  return {
    status,
    amountPaid,
    amountRemaining,
    accountCredit: balance["accountCredit"],
    prepaidCredit: balance["creditGrants"],
  };
}

/** The body of an error without what differs between any two requests. */
function refusalOf({ instance: _instance, requestId: _request, ...problem }: Json): object {
  return problem;
}

test("a preview shows exactly what the credit note then does, or the same refusal (R-INV-8)", async () => {
  const { story, bookId } = await taxed();
  const counts = { issued: 0, refused: 0, refunded: 0, partlyGivenBack: 0, mixedRates: 0, partlyPaid: 0 };
  const numbers: string[] = [];
  for (const history of fc.sample(histories, { seed: 20_260_105, numRuns: 24 })) {
    const invoice = await begin(story, bookId, history);
    for (const [place, tried] of history.notes.entries()) {
      const body = bodyOf(invoice, tried);
      const before = await seen(story, invoice);
      const preview = await post(story, "/credit-notes/preview", body);
      // The preview leaves nothing behind.
      expect(await seen(story, invoice)).toEqual(before);
      const real = await post(story, "/credit-notes", body);
      if (preview.status !== 200) {
        expect([preview.status, refusalOf(preview.body)]).toEqual([real.status, refusalOf(real.body)]);
        counts.refused += 1;
        continue;
      }
      expect(real.status).toBe(201);
      const after = await seen(story, invoice);
      const shown = preview.body as Json & Record<"creditNote" | "before" | "after", Json> & { refunds: Json[] };
      expect(real.body).toMatchObject(shown.creditNote);
      expect(shown.refunds).toEqual(addedRefunds(before, after));
      expect(shown["journalEntries"]).toEqual(addedEntries(before, after));
      expect(shown.before).toMatchObject(standing(before));
      expect(shown.after).toMatchObject(standing(after));
      numbers.push(String(real.body["number"]));
      counts.issued += 1;
      counts.refunded += shown.refunds.length > 0 ? 1 : 0;
      counts.partlyGivenBack += place > 0 && before.notes.length > 0 ? 1 : 0;
      counts.mixedRates += (shown.creditNote["taxes"] as Json[]).length > 1 ? 1 : 0;
      counts.partlyPaid += history.paidPercent === 30 ? 1 : 0;
    }
  }
  // No preview used up a number.
  expect(numbers).toEqual(numbers.map((_, place) => `CN-2026-${String(place + 1).padStart(5, "0")}`));
  expect(counts.issued + counts.refused).toBeGreaterThanOrEqual(48);
  expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(3);
});
