import { discount, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { expectProved, note } from "./steps.ts";

// Discounts that notes gave back are not taken back again, and what notes left of usage under a discount or a maximum is
// given back in full.

/** 310.00 in advance for January less 10 %: 279.00; on January 15. */
async function underTenPercent(): Promise<{ story: Story; id: string; base: string; first: StoryInvoice | undefined }> {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base], discount: discount("10 %") });
  await story.advanceTo("2026-01-15");
  const [first] = await story.invoices();
  return { story, id, base, first };
}

const lastTotal = async (story: Story) => (await story.invoices()).at(-1)?.total;

test("an end does not take back again a percentage that a note gave back (R-SUB-5, R-SUB-8, R-INV-8)", async () => {
  const { story, id, first } = await underTenPercent();
  expect(await note(story, { invoice: first, lines: [[0, "100.00"], 1] })).toBe("69.00"); // 100.00 − 31.00
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  expect(await lastTotal(story)).toBe("-160.00"); // 310.00 × 16/31, and nothing is left of the discount
  expect(await note(story, { invoice: first, lines: [0] })).toBe("50.00"); // 310.00 − 100.00 − 160.00
  await expectProved(story);
});

test("an end takes back what is left of a partly noted percentage (R-SUB-5, R-SUB-8, R-INV-8)", async () => {
  const { story, id, first } = await underTenPercent();
  const given = await note(story, {
    invoice: first,
    lines: [
      [0, "100.00"],
      [1, "-26.00"],
    ],
  });
  expect(given).toBe("74.00");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  expect(await lastTotal(story)).toBe("-155.00"); // −160.00 + 5.00: the share of 16.00 is more than what is left
  expect(await note(story, { invoice: first, lines: [0] })).toBe("50.00");
  await expectProved(story);
});

test("an upgrade after a noted percentage credits the full share and discounts the new price (R-SUB-4, R-SUB-8)", async () => {
  const { story, id, base, first } = await underTenPercent();
  await note(story, { invoice: first, lines: [[0, "100.00"], 1] });
  await story.advanceTo("2026-01-16");
  const more = await story.fixed("More", "620.00");
  await story.change(id, { remove: [{ priceId: base }], add: [{ priceId: more }] });
  // −160.00, and 620.00 × 16/31 = 320.00 less 10 %
  expect(await lastTotal(story)).toBe("128.00");
  await expectProved(story);
});

test("a draft counted again at issue keeps what its credits take back (R-INV-2, R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const prices = [await story.fixed("Base", "310.00"), await story.usage("Calls", { unit: "1.00" })];
  const { id } = await story.subscribe({ prices, discount: discount("10 %") });
  await story.advanceTo("2026-01-15");
  const [first] = await story.invoices();
  await note(story, { invoice: first, lines: [[0, "100.00"], 1] });
  await story.use("calls", 50, "2026-01-15T09:00");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16T12:00");
  expect(await lastTotal(story)).toBe("-115.00"); // −160.00 + 50.00 − 5.00
  await expectProved(story);
});

/** 600 calls at 1.00 in January, under these terms; on February 2. */
async function calls(terms: Record<string, unknown>): Promise<{ story: Story; first: StoryInvoice | undefined }> {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], ...terms });
  await story.use("calls", 600, "2026-01-10");
  await story.advanceTo("2026-02-02");
  const [first] = await story.invoices();
  return { story, first };
}

const MAXIMUM = { maximumSpend: { amount: "400.00", period: "month" } };

for (const [terms, wanted] of [
  [MAXIMUM, "-300.00"], // 400.00 − 100.00
  [{ discount: discount("100.00") }, "-400.00"], // 500.00 − 100.00
  // 540.00 at most 400.00. Of 300.00 + 140.00 the usage before its discount is 488.88: −488.88 + 48.89 + 140.00.
  [{ discount: discount("10 %"), ...MAXIMUM }, "-299.99"],
] as const) {
  test(`usage under ${Object.keys(terms).join(" and ")}, noted in part and voided, gives back all that is left (R-INV-8, R-INV-9)`, async () => {
    const { story, first } = await calls(terms);
    expect(await note(story, { invoice: first, lines: [[0, "100.00"]] })).toBe("100.00");
    await story.api.post("/events/event-1/void");
    await story.advanceTo("2026-03-02");
    expect(await lastTotal(story)).toBe(wanted);
    await expectProved(story);
  });
}

test("usage at its maximum, partly noted and lowered to the maximum, gives back nothing more (R-INV-8, R-INV-9)", async () => {
  const { story, first } = await calls(MAXIMUM);
  await note(story, { invoice: first, lines: [[0, "100.00"]] });
  await story.api.post("/events/event-1/amend", { properties: { quantity: "400" } });
  await story.advanceTo("2026-03-02");
  expect(await lastTotal(story)).toBe("0.00"); // −200.00 + 200.00
  await expectProved(story);
});

test("usage at its maximum, partly noted and lowered below it, gives back the rest (R-INV-8, R-INV-9)", async () => {
  const { story, first } = await calls(MAXIMUM);
  await note(story, { invoice: first, lines: [[0, "100.00"]] });
  await story.api.post("/events/event-1/amend", { properties: { quantity: "250" } });
  await story.advanceTo("2026-03-02");
  expect(await lastTotal(story)).toBe("-150.00"); // 400.00 − 250.00; the note stands
  await expectProved(story);
});

test("what is left of a noted percentage has the taxes of its lines (R-SUB-8, R-INV-6, R-INV-8)", async () => {
  const settings = { country: "FR", taxMode: "manual" } as const;
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account: { taxCountry: "FR" } });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base], discount: discount("10 %") });
  await story.advanceTo("2026-01-15");
  const [first] = await story.invoices();
  expect(await note(story, { invoice: first, lines: [[0, "100.00"], 1] })).toBe("82.80"); // 69.00 + 20 %
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  expect(await lastTotal(story)).toBe("-192.00"); // −160.00 − 32.00
  await expectProved(story);
});

test("a percentage limited by a note and the same percentage on a minimum are separate lines (R-SUB-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const minimumSpend = { amount: { value: "100.00" }, period: "monthly" };
  const calls = await story.usage("Calls", { unit: "1.00" }, { price: { minimumSpend } });
  await story.subscribe({ prices: [calls], discount: discount("20 %") });
  await story.use("calls", 200, "2026-01-10");
  await story.advanceTo("2026-02-02");
  const [first] = await story.invoices();
  const given = await note(story, {
    invoice: first,
    lines: [
      [0, "150.00"],
      [1, "-30.00"],
    ],
  });
  expect([first?.total, given]).toEqual(["160.00", "120.00"]);
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-03-02");
  const second = (await story.invoices()).at(-1);
  const ofJanuary = second?.lineItems.filter(({ servicePeriod }) => servicePeriod.start.startsWith("2026-01-01")) ?? [];
  expect(ofJanuary.map(({ kind, totalPrice }) => `${kind} ${totalPrice}`)).toEqual([
    "correction -50.00", // 200.00 − 150.00
    "minimum 100.00",
    "discount 10.00", // 40.00 − 30.00
    "discount -20.00", // 100.00 × 20 %
  ]);
  expect(second?.total).toBe("120.00"); // 40.00 for January, and 100.00 − 20.00 for February
  await expectProved(story);
});
