import { type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { endOnThe16th, expectProved, january, note } from "./steps.ts";

// One account per charge: proration credits, usage corrections, credit notes and voids give back at most what is left.

/** `Unused Base -160.00` for each line of the invoices after the first. */
async function laterLines(story: Story): Promise<string[]> {
  const [, ...later] = await story.invoices();
  return later.flatMap(({ lineItems }) => lineItems.map((line) => `${line.description} ${line.totalPrice}`));
}

test("a note after an end gives back what the end left of the line (R-SUB-5, R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [invoice] = await story.invoices();
  expect(await laterLines(story)).toEqual(["Unused Base -160.00"]);
  expect(await note(story, { invoice, lines: [[0, "150.01"]] })).toBe("422 exceeds_line");
  expect(await note(story, { invoice, lines: [0] })).toBe("150.00"); // 310.00 − 160.00
  expect(await note(story, { invoice, lines: [0] })).toBe("422 nothing_left");
  await expectProved(story);
});

test("an end after a note gives back what the note left of the line (R-SUB-5, R-INV-8)", async () => {
  const whole = await january();
  const [invoice] = await whole.story.invoices();
  expect(await note(whole.story, { invoice, lines: [0] })).toBe("310.00");
  await endOnThe16th(whole.story, whole.id);
  expect(await laterLines(whole.story)).toEqual([]);

  const part = await january();
  const [other] = await part.story.invoices();
  expect(await note(part.story, { invoice: other, lines: [[0, "200.00"]] })).toBe("200.00");
  await endOnThe16th(part.story, part.id);
  expect(await laterLines(part.story)).toEqual(["Unused Base -110.00"]); // 310.00 − 200.00, less than 160.00
  await expectProved(part.story);
});

test("after a note of 300.00 an upgrade or a pause gives back the remaining 10.00 (R-SUB-4, R-SUB-6)", async () => {
  const upgraded = await january();
  const [invoice] = await upgraded.story.invoices();
  await note(upgraded.story, { invoice, lines: [[0, "300.00"]] });
  await upgraded.story.advanceTo("2026-01-16");
  await upgraded.story.replace(upgraded.id, upgraded.base, await upgraded.story.fixed("Pro", "620.00"));
  // 16 of 31 days: 620.00 × 16/31 = 320.00; the share of Base would be 160.00.
  expect(await laterLines(upgraded.story)).toEqual(["Unused Base -10.00", "Pro 320.00"]);

  const paused = await january();
  const [other] = await paused.story.invoices();
  await note(paused.story, { invoice: other, lines: [[0, "300.00"]] });
  await paused.story.act(paused.id, "pause", { effective: "2026-01-11", resumesOn: "2026-01-21" });
  await paused.story.advanceTo("2026-01-21");
  expect(await laterLines(paused.story)).toEqual(["Unused Base -10.00"]); // 10 days would be 100.00
  await expectProved(upgraded.story);
});

test("a pause, a note and an end together give back the line once (R-SUB-5, R-SUB-6, R-INV-8)", async () => {
  const { story, id } = await january();
  const [invoice] = await story.invoices();
  await story.act(id, "pause", { effective: "2026-01-06", resumesOn: "2026-01-11" });
  await story.advanceTo("2026-01-11");
  expect(await note(story, { invoice, lines: [[0, "200.00"]] })).toBe("200.00");
  await endOnThe16th(story, id);
  // 5 × 10.00 for the pause, 200.00 by the note, and of the 160.00 of the end what is left: 310.00 − 250.00.
  expect(await laterLines(story)).toEqual(["Unused Base -50.00", "Unused Base -60.00"]);
  expect(await note(story, { invoice, lines: [0] })).toBe("422 nothing_left");
});

test("a note without the line's discount is limited by the invoice's total (R-SUB-8, R-INV-8)", async () => {
  const discount = { discountType: "percentage", amount: "10", durationType: "forever" };
  const before = await january({ discount });
  const [invoice] = await before.story.invoices();
  expect(invoice?.total).toBe("279.00"); // 310.00 − 31.00
  expect(await note(before.story, { invoice, lines: [[0, "279.00"]] })).toBe("279.00");
  await endOnThe16th(before.story, before.id);
  expect(await laterLines(before.story)).toEqual([]); // nothing is left of the 279.00

  const after = await january({ discount });
  await endOnThe16th(after.story, after.id);
  const [other, end] = await after.story.invoices();
  expect(end?.total).toBe("-144.00"); // −160.00 + 16.00
  expect(await note(after.story, { invoice: other, lines: [0] })).toBe("422 exceeds_invoice"); // 150.00 of 135.00
  expect(await note(after.story, { invoice: other, lines: [0, 1] })).toBe("135.00"); // 150.00 − 15.00
  await expectProved(before.story);
  await expectProved(after.story);
});

/** 600 calls at 1.00 in January, invoiced on February 1. */
async function calls(): Promise<{ story: Story; invoice: StoryInvoice | undefined }> {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })] });
  await story.use("calls", 600, "2026-01-10");
  await story.advanceTo("2026-02-02");
  const [invoice] = await story.invoices();
  return { story, invoice };
}

test("a note for wrong usage and voiding its event give it back once, in either order (R-EVT-6, R-INV-9)", async () => {
  const noted = await calls();
  expect(await note(noted.story, { invoice: noted.invoice, lines: [0] })).toBe("600.00");
  await noted.story.api.post("/events/event-1/void");
  await noted.story.advanceTo("2026-03-02");
  // The line says that 600 calls less were used, and that the note gave back their price.
  expect(await laterLines(noted.story)).toEqual(["Late usage of 2026-01-01 to 2026-01-31: Calls 0.00", "Calls 0.00"]);
  // Further usage of January is charged, because the note gave back all that was billed.
  await noted.story.use("calls", 100, "2026-01-20");
  await noted.story.advanceTo("2026-04-02");
  expect((await laterLines(noted.story)).slice(2)).toEqual([
    "Late usage of 2026-01-01 to 2026-01-31: Calls 100.00",
    "Calls 0.00",
  ]);

  const voided = await calls();
  await voided.story.api.post("/events/event-1/void");
  await voided.story.advanceTo("2026-03-02");
  expect(await laterLines(voided.story)).toEqual([
    "Late usage of 2026-01-01 to 2026-01-31: Calls -600.00",
    "Calls 0.00",
  ]);
  expect(await note(voided.story, { invoice: voided.invoice, lines: [0] })).toBe("422 nothing_left");
  await expectProved(noted.story);
  await expectProved(voided.story);
});

test("a note without the usage discount limits what voided events give back (R-SUB-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const discount = { discountType: "percentage", amount: "25", durationType: "forever" };
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], discount });
  await story.use("calls", 400, "2026-01-10");
  await story.use("calls", 200, "2026-01-11");
  await story.advanceTo("2026-02-02");
  const [invoice] = await story.invoices();
  expect(invoice?.total).toBe("450.00"); // 600.00 − 150.00
  expect(await note(story, { invoice, lines: [[0, "330.00"]] })).toBe("330.00");
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-03-02");
  const [, march] = await story.invoices();
  // 450.00 − 330.00 = 120.00 are left, which are 160.00 of usage less 25 %; of the line itself 270.00 are left.
  expect([march?.lineItems[0]?.totalPrice, march?.total]).toEqual(["-160.00", "-120.00"]);
  await expectProved(story);
});

test("what corrections and true-ups deducted leaves less for notes (R-INV-8, R-INV-9)", async () => {
  const { story } = await calls();
  await story.api.post("/events/event-1/amend", { properties: { quantity: "560" } });
  await story.use("calls", 100, "2026-02-10");
  await story.advanceTo("2026-03-02");
  const invoice = (await story.invoices()).at(-1);
  expect(invoice?.lineItems.map(({ totalPrice }) => totalPrice)).toEqual(["-40.00", "100.00"]);
  expect(await note(story, { invoice, lines: [1] })).toBe("422 exceeds_invoice"); // 100.00 of 60.00
  expect(await note(story, { invoice, lines: [[1, "60.00"]] })).toBe("60.00");

  const least = await scenario({ start: "2026-01-01" });
  const minimumSpend = { amount: "100.00", period: "month" };
  await least.subscribe({ prices: [await least.usage("Calls", { unit: "1.00" })], minimumSpend });
  await least.use("calls", 80, "2026-01-10");
  await least.advanceTo("2026-02-02");
  await least.use("calls", 20, "2026-01-11");
  await least.use("calls", 100, "2026-02-10");
  await least.advanceTo("2026-03-02");
  const february = (await least.invoices()).at(-1);
  expect(february?.total).toBe("100.00"); // 20.00 + 100.00, and 20.00 less to make up for in January
  expect(await note(least, { invoice: february, lines: [0, 1] })).toBe("422 exceeds_invoice"); // 120.00 of 100.00
  expect(
    await note(least, {
      invoice: february,
      lines: [
        [0, "20.00"],
        [1, "80.00"],
      ],
    }),
  ).toBe("100.00");
  await expectProved(story);
  await expectProved(least);
});

test("usage billed by two invoices is given back of the older first, by notes and corrections (R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const discount = { discountType: "percentage", amount: "20", durationType: "forever" };
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], discount });
  await story.use("calls", 600, "2026-01-10");
  await story.advanceTo("2026-02-02");
  await story.use("calls", 200, "2026-01-20");
  await story.advanceTo("2026-03-02");
  await story.api.post("/events/event-1/amend", { properties: { quantity: "300" } });
  await story.advanceTo("2026-04-02");
  const [january, february, march] = await story.invoices();
  expect([january?.total, february?.total, march?.total]).toEqual(["480.00", "160.00", "-240.00"]); // less 20 %
  // The correction of 300.00 took from January: 300.00 of its line and 240.00 of the invoice are left.
  expect(await note(story, { invoice: january, lines: [[0, "300.00"]] })).toBe("422 exceeds_invoice");
  expect(await note(story, { invoice: january, lines: [[0, "240.00"]] })).toBe("240.00");
  // Nothing is left of January, and 200.00 less 20 % of February.
  for (const event of ["event-1", "event-2"]) await story.api.post(`/events/${event}/void`);
  await story.advanceTo("2026-05-02");
  expect((await story.invoices()).at(-1)?.total).toBe("-160.00"); // 480.00 + 160.00 = 240.00 + 240.00 + 160.00
  await expectProved(story);
});

test("corrections of usage billed by two invoices never exceed both, after a note on the first (R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const discount = { discountType: "percentage", amount: "20", durationType: "forever" };
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], discount });
  await story.use("calls", 1_000, "2026-01-10");
  await story.advanceTo("2026-02-02");
  await story.use("calls", 500, "2026-01-20");
  await story.advanceTo("2026-03-02");
  const [january] = await story.invoices();
  expect(await note(story, { invoice: january, lines: [[0, "100.00"]] })).toBe("100.00");
  const corrected = async (event: string, quantity: string, day: string) => {
    await story.api.post(`/events/${event}/amend`, { properties: { quantity } });
    await story.advanceTo(day);
    return (await story.invoices()).at(-1)?.total;
  };
  // 700.00 are left of January: 875.00 less 20 %. Of these 800.00 are taken back.
  expect(await corrected("event-1", "200", "2026-04-02")).toBe("-640.00");
  // 75.00 of January, with which nothing is left of it, and 225.00 of February.
  expect(await corrected("event-2", "200", "2026-05-02")).toBe("-240.00");
  // 275.00 are left of February: 800.00 + 400.00 = 100.00 + 640.00 + 240.00 + 220.00.
  await story.api.post("/events/event-1/void");
  expect(await corrected("event-2", "0", "2026-06-02")).toBe("-220.00");
  await expectProved(story);
});

test("a pause and an end on one day give back what notes left, earlier days first (R-SUB-5, R-SUB-7)", async () => {
  const { story, id } = await january();
  const [invoice] = await story.invoices();
  expect(await note(story, { invoice, lines: [[0, "100.00"]] })).toBe("100.00");
  await story.act(id, "pause", { effective: "2026-01-03" });
  await endOnThe16th(story, id);
  // 13 days are 130.00 and 16 days 160.00; of 310.00 the note left 210.00.
  expect(await laterLines(story)).toEqual(["Unused Base -130.00", "Unused Base -80.00"]);
  await expectProved(story);
});

test("late usage does not bill a goodwill note again, and the note limits what an amended event gives back (R-INV-8, R-INV-9)", async () => {
  const { story, invoice } = await calls();
  expect(await note(story, { invoice, lines: [[0, "50.00"]] })).toBe("50.00");
  await story.use("calls", 10, "2026-01-20");
  await story.advanceTo("2026-03-02");
  expect((await laterLines(story))[0]).toBe("Late usage of 2026-01-01 to 2026-01-31: Calls 10.00"); // 610 − 600
  await story.api.post("/events/event-1/amend", { properties: { quantity: "20" } });
  await story.advanceTo("2026-04-02");
  // 30.00 − 610.00 = −580.00, and 610.00 − 50.00 = 560.00 are left.
  expect((await laterLines(story))[2]).toBe("Late usage of 2026-01-01 to 2026-01-31: Calls -560.00");
  await expectProved(story);
});

test("an invoice with a later negative correction cannot be voided without rebilling (R-INV-2)", async () => {
  const { story, invoice } = await calls();
  await story.api.post("/events/event-1/amend", { properties: { quantity: "500" } });
  await story.advanceTo("2026-03-02");
  expect((await laterLines(story))[0]).toBe("Late usage of 2026-01-01 to 2026-01-31: Calls -100.00");
  const refused = await story.api.request<Json>("POST", `/invoices/${invoice?.id}/void`, { body: { reason: "Wrong" } });
  expect([refused.status, refused.body["detail"]]).toEqual([
    409,
    expect.stringContaining("credits part of its charges"),
  ]);
  await story.api.post(`/invoices/${invoice?.id}/void`, { reason: "Wrong", rebill: true });
  const again = (await story.invoices()).find(({ status }) => status === "draft");
  // 500 calls, and the 100.00 that the correction gave back of the invoice that is void now.
  expect(again?.total).toBe("600.00");
});

test("of two concurrent notes for one line, the second gets what the first left (R-INV-8)", async () => {
  const { story } = await january();
  const [invoice] = await story.invoices();
  const answers = await Promise.all(Array.from({ length: 6 }, () => note(story, { invoice, lines: [[0, "100.00"]] })));
  expect(answers.toSorted()).toEqual(["100.00", "100.00", "100.00", ...Array<string>(3).fill("422 exceeds_line")]);
});

test("a concurrent note and end give back the line once, in either order (R-SUB-5, R-INV-8)", async () => {
  for (let run = 0; run < 4; run += 1) {
    const { story, id } = await january();
    const [invoice] = await story.invoices();
    await story.advanceTo("2026-01-15");
    await story.act(id, "cancel");
    const [noted] = await Promise.all([
      note(story, { invoice, lines: [[0, "300.00"]] }),
      story.advanceTo("2026-01-16"),
    ]);
    // Either the note took 300.00 and 10.00 were left, or the end took 160.00 and the note was refused.
    const given = (await laterLines(story)).join(", ");
    expect([noted, given]).toEqual(
      noted === "300.00" ? ["300.00", "Unused Base -10.00"] : ["422 exceeds_line", "Unused Base -160.00"],
    );
  }
});
