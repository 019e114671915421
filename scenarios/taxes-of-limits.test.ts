import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { expectProved } from "./steps.ts";

// What a shortened spend limit gives back has the taxes of its lines.

const settings = { country: "FR", taxMode: "manual" } as const;
const taxed = { currency: "EUR", settings, account: { taxCountry: "FR" } } as const;

/** 90.00 + 20 % a week and at most 100.00 a month: 90.00 and 10.00, up to January 14. */
async function taxedWeeks(): Promise<{ story: Story; id: string; rate: Json }> {
  const story = await scenario({ start: "2026-01-01", ...taxed });
  const rate = await story.api.post<Json>("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const week = await story.fixed("Week", "90.00", { every: "weekly" });
  const { id } = await story.subscribe({ prices: [week], maximumSpend: { amount: "100.00", period: "month" } });
  return { story, id, rate };
}

/** The end of 15 January shortens the maximum to 45.16, 100.00 × 14/31: 54.84 are given back. */
async function endOnThe15th(story: Story, id: string): Promise<string | undefined> {
  await story.advanceTo("2026-01-14");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-15");
  await expectProved(story);
  return (await story.invoices()).at(-1)?.total;
}

test("a shortened maximum alone on its invoice has the taxes of its lines (R-INV-6, R-SUB-8)", async () => {
  const { story, id, rate } = await taxedWeeks();
  await story.advanceTo("2026-01-12");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  expect(await endOnThe15th(story, id)).toBe("-65.81"); // 54.84 + 20 %
});

test("a shortened maximum keeps these taxes after tax was turned off, and after a week was rebilled (R-INV-2, R-INV-6, R-SUB-8)", async () => {
  const off = await taxedWeeks();
  await off.story.advanceTo("2026-01-12");
  await off.story.api.patch("/organization", { taxMode: "none" });
  expect(await endOnThe15th(off.story, off.id)).toBe("-65.81");

  const again = await taxedWeeks();
  await again.story.advanceTo("2026-01-12");
  await again.story.api.patch(`/tax-rates/${again.rate.id}`, { percentage: "25" });
  for (const { id } of (await again.story.invoices()).slice(0, 2)) {
    await again.story.api.post(`/invoices/${id}/void`, { reason: "Wrong", rebill: true });
  }
  expect(await endOnThe15th(again.story, again.id)).toBe("-68.55"); // both are under 25 % by now
});

test("a shortened maximum of two rates gives back in proportion to what is left under each (R-INV-6, R-SUB-8)", async () => {
  const { story, id, rate } = await taxedWeeks();
  await story.advanceTo("2026-01-05");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" }); // 90.00 under 20 % and 10.00 under 25 %
  expect(await endOnThe15th(story, id)).toBe("-66.08"); // 49.36 + 9.87 and 5.48 + 1.37
});

test("a shortened maximum on an invoice with another month keeps its own taxes (R-INV-6, R-SUB-6, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01", ...taxed });
  const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const week = await story.fixed("Week", "70.00", { every: "weekly" });
  const { id } = await story.subscribe({ prices: [week], maximumSpend: { amount: "140.00", period: "month" } });
  await story.advanceTo("2026-01-14");
  await story.act(id, "pause", { effective: "2026-01-15", resumesOn: "2026-02-01" });
  await story.advanceTo("2026-01-20");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  await story.advanceTo("2026-02-02");
  const [january] = (await story.invoices())
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ kind }) => kind === "maximum") as unknown as {
    totalPrice: string;
    taxes: { percentage: string }[];
  }[];
  expect([january?.totalPrice, january?.taxes.map(({ percentage }) => percentage)]).toEqual(["-76.77", ["20"]]);
});
