import { discount, type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { expectProved, note, noteLine } from "./steps.ts";

// A note gives back the remaining tax: billed, less what notes and later invoices gave back.

const settings = { country: "FR", taxMode: "manual" } as const;
const france = { currency: "EUR", settings, account: { taxCountry: "FR" } } as const;

type Change = (story: Story, rate: Json) => Promise<unknown>;

const becomes =
  (percentage: string): Change =>
  (story, { id }) =>
    story.api.patch(`/tax-rates/${id}`, { percentage });

interface Terms {
  readonly rate?: object;
  readonly subscription?: object;
  readonly change: Change;
}

/**
 * 310.00 + 20 % for January, of which an end gives back 160.00; then the invoice is voided and rebilled under other taxes.
 */
async function billedAgain({ rate: members, subscription, change }: Terms): Promise<Json & { story: Story }> {
  const story = await scenario({ start: "2026-01-01", ...france });
  const rate = await story.api.post<Json>("/tax-rates", { name: "VAT", percentage: "20", country: "FR", ...members });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base], ...subscription });
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  await change(story, rate);
  const [first] = await story.invoices();
  const voided = await story.api.post<Json>(`/invoices/${first?.id}/void`, { reason: "Wrong", rebill: true });
  const again = String(voided["replacedByInvoiceId"]);
  await story.api.request("POST", `/invoices/${again}/issue`);
  return { id: again, story };
}

async function invoiceOf({ id, story }: Json & { story: Story }): Promise<StoryInvoice | undefined> {
  return (await story.invoices()).find((one) => one.id === id);
}

test("five pauses and a final note give back the billed tax (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01", ...france, currency: "JPY" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const base = await story.fixed("Base", "93");
  const { id } = await story.subscribe({ prices: [base] });
  for (const day of ["03", "05", "07", "11", "13"]) {
    const next = String(Number(day) + 1).padStart(2, "0");
    await story.advanceTo(`2026-01-${String(Number(day) - 1).padStart(2, "0")}T12:00`);
    await story.act(id, "pause", { effective: `2026-01-${day}`, resumesOn: `2026-01-${next}` });
    await story.advanceTo(`2026-01-${next}`);
  }
  const [first, ...pauses] = await story.invoices();
  expect([first?.total, ...pauses.map(({ total }) => total)]).toEqual(["112", "-4", "-4", "-4", "-4", "-4"]);
  expect([
    await note(story, { invoice: first, lines: [[0, "40"]] }),
    await note(story, { invoice: first, lines: [0] }),
  ]).toEqual(["48", "44"]); // 92 are left: 40 + 8, and 38 with 6 of the 14 of tax that are left
  await expectProved(story);
});

test("three usage corrections and a final note give back the billed tax (R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01", ...france, currency: "JPY" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1" })] });
  for (const count of [3, 3, 3, 84]) await story.use("calls", count, "2026-01-10");
  for (const month of [2, 3, 4]) {
    await story.advanceTo(`2026-0${month}-02`);
    await story.api.post(`/events/event-${month - 1}/void`);
  }
  await story.advanceTo("2026-05-02");
  const [first, ...corrections] = await story.invoices();
  expect([first?.total, ...corrections.map(({ total }) => total)]).toEqual(["112", "-4", "-4", "-4"]);
  expect(await note(story, { invoice: first, lines: [0] })).toBe("100"); // 84 and 16 of 19
  await expectProved(story);
});

test("a note of an invoice rebilled under a new rate gives back what is left (R-INV-2, R-INV-8)", async () => {
  const again = await billedAgain({ change: becomes("25") });
  const noted = await noteLine(again.story, await invoiceOf(again), { outcome: "account_credit" });
  // 310.00 + 77.50, less 160.00 + 32.00
  expect(noted.body).toMatchObject({ subtotal: "150.00", tax: "45.50", total: "195.50" });
  expect(noted.body["taxes"]).toMatchObject([
    { percentage: "25", base: "310.00", amount: "77.50" },
    { percentage: "20", base: "-160.00", amount: "-32.00" },
  ]);
  await expectProved(again.story);
});

test("of two notes the second settles what was given back under the old rate (R-INV-2, R-INV-8)", async () => {
  const again = await billedAgain({ change: becomes("25") });
  const invoice = await invoiceOf(again);
  expect([
    await note(again.story, { invoice, lines: [[0, "50.00"]] }),
    await note(again.story, { invoice, lines: [0] }),
  ]).toEqual(["62.50", "133.00"]); // 50.00 + 25 %, and what is left of 195.50
  await expectProved(again.story);
});

const exempt: Change = (story) => story.api.patch(`/accounts/${story.accountId}`, { taxStatus: "exempt" });
const discounted = { discount: discount("10 %") };

test.each<[string, Terms, lines: number[], total: string, rest: string]>([
  ["a lower rate", { change: becomes("5") }, [0], "325.50", "133.50"], // 325.50 − 192.00
  ["no tax", { change: exempt }, [0], "310.00", "118.00"],
  ["a higher rate that prices hold", { rate: { inclusive: true }, change: becomes("25") }, [0], "310.00", "150.00"],
  ["a discount", { subscription: discounted, change: becomes("25") }, [0, 1], "348.75", "175.95"], // less 144.00 + 28.80
])("billed again under %s, notes and the end give back all of it (R-INV-2, R-INV-8)", async (_, terms, ...wanted) => {
  const [lines, total, rest] = wanted;
  const again = await billedAgain(terms);
  const invoice = await invoiceOf(again);
  expect([invoice?.total, await note(again.story, { invoice, lines })]).toEqual([total, rest]);
  await expectProved(again.story);
});

test("what was given back untaxed leaves all of the later tax (R-INV-2, R-INV-8)", async () => {
  const rate = { validFrom: "2026-01-31" };
  const change: Change = (story, { id }) => story.api.patch(`/tax-rates/${id}`, { validFrom: null });
  const again = await billedAgain({ rate, change });
  const invoice = await invoiceOf(again);
  expect([invoice?.total, await note(again.story, { invoice, lines: [0] })]).toEqual(["372.00", "212.00"]); // − 160.00
  await expectProved(again.story);
});

test("a credit of a draft has the tax with which the draft is issued, after its usage was counted again (R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", graceHours: 48, ...france });
  const rate = await story.api.post<Json>("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const [small, large] = [await story.fixed("Small", "280.00"), await story.fixed("Large", "560.00")];
  const calls = await story.usage("Calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [small, calls] });
  await story.advanceTo("2026-02-02");
  await story.replace(id, small, large); // the draft of February 1 is counted again on the 3rd
  await story.advanceTo("2026-02-03T12:00");
  await story.api.patch(`/tax-rates/${rate["id"]}`, { percentage: "25" });
  await story.advanceTo("2026-02-05");
  const [, february, change] = await story.invoices();
  expect(february).toMatchObject({ subtotal: "280.00", tax: "56.00" });
  // −280.00 × 27/28 + 20 %, and 560.00 × 27/28 + 25 %
  expect(change?.lineItems.map(({ totalPrice }) => totalPrice)).toEqual(["-270.00", "540.00"]);
  expect(change).toMatchObject({ subtotal: "270.00", tax: "81.00" }); // −54.00 + 135.00
  await expectProved(story);
});
