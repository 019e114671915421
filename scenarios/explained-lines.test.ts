import { discount, environment, scenario, type Story, type StoryLine } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** The checked parts of an explanation. */
interface Explained {
  readonly amount: string;
  readonly price: { readonly id: string; readonly type: string; readonly pricingModel: object } | null;
  readonly usage: {
    readonly quantity: string;
    readonly eventCount: number;
    readonly group: Record<string, string> | null;
    readonly except: object[];
    readonly metrics: {
      readonly name: string;
      readonly filters: object[];
      readonly quantity: string;
      readonly firstEventAt: string | null;
      readonly lastEventAt: string | null;
      readonly days: object[];
      readonly eventsUrl: string;
    }[];
  } | null;
  readonly countedLines: { readonly lineId: string; readonly amount: string }[];
  readonly steps: { readonly text: string; readonly result: string }[];
  readonly inputsHash: string;
  readonly recomputed: { readonly amount: string; readonly agrees: boolean; readonly differences: object[] };
}

async function explained(story: Story, find: (line: StoryLine) => boolean): Promise<Explained> {
  const invoices = await story.invoices();
  for (const invoice of invoices) {
    const line = invoice.lineItems.find(find);
    if (line !== undefined) return story.api.get(`/invoices/${invoice.id}/lines/${line.id}/explain`);
  }
  throw new Error("there is no such line");
}

const words = ({ steps }: Explained) => steps.map(({ text }) => text);
const sound = { agrees: true, differences: [] };

test("graduated usage in dollars on a euro invoice explains each tier, the rate, the rounding, and the days (R-RATE-5)", async () => {
  const story = await scenario({ start: "2024-04-01", zone: "Europe/Berlin" });
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }];
  const calls = await story.usage("Calls", { graduated: "0–100 @0.013, 101+ @0.007 + 2" }, { filters });
  await story.subscribe({ prices: [calls], currency: "EUR", sourceCurrency: "USD", conversionRate: "0.92" });
  await story.use("calls", { quantity: 90, region: "eu" }, "2024-04-10T10:00");
  await story.use("calls", { quantity: 5_000, region: "us" }, "2024-04-10T11:00");
  await story.use("calls", { quantity: 43.5, region: "eu" }, "2024-04-12T23:30");
  await story.advanceTo("2024-05-01");
  const line = await explained(story, ({ kind }) => kind === "usage");
  expect(words(line)).toEqual([
    "tier 1 (up to 100): 100 × 0.013 = 1.3",
    "tier 2 (above 100): 33.5 × 0.007 = 0.2345",
    "tier 2 (above 100): fixed fee = 2",
    "sum = 3.5345",
    "at the frozen rate of 0.92: 3.5345 × 0.92 = 3.25174",
    "rounded once, half away from zero, to the minor unit of EUR = 3.25",
  ]);
  expect(line).toMatchObject({ amount: "3.25", recomputed: { ...sound, amount: "3.25" } });
  expect(line.price).toMatchObject({ id: calls, type: "graduated_tiered" });
  expect(line.usage).toMatchObject({ quantity: "133.5", eventCount: 2 });
  expect(line.usage?.metrics).toMatchObject([
    {
      name: "Calls",
      filters,
      quantity: "133.5",
      firstEventAt: "2024-04-10T08:00:00.000Z",
      lastEventAt: "2024-04-12T21:30:00.000Z",
      days: [
        { date: "2024-04-10", quantity: "90", eventCount: 1 },
        { date: "2024-04-12", quantity: "43.5", eventCount: 1 },
      ],
    },
  ]);
  expect(line.inputsHash).toMatch(/^[0-9a-f]{64}$/);
});

test("a stub, a discount, a minimum and a credit explain their shares and lines (R-RATE-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-16" });
  const [base, larger] = [await story.fixed("Base", "99.00"), await story.fixed("Larger", "199.00")];
  const { id } = await story.subscribe({
    prices: [base],
    firstBillingDate: "2024-05-01",
    discount: discount("10 %"),
    minimumSpend: { amount: "400.00", period: "month" },
  });
  await story.advanceTo("2024-05-21T12:00");
  await story.replace(id, base, larger);
  await story.advanceTo("2024-06-01");
  const stub = await explained(story, ({ proration, kind }) => kind === "recurring" && proration?.days === 15);
  expect(words(stub)).toEqual([
    "units: 1 × 99 = 99",
    "15 of the 30 days of the period: 99 × 15 ÷ 30 = 49.5",
    "rounded once, half away from zero, to the minor unit of USD = 49.5",
  ]);
  const credit = await explained(story, ({ kind }) => kind === "credit");
  expect(words(credit)).toEqual([
    "unused: 11 of 31 days of the line of 99 = 35.13", // 99 × 11/31
    "given back: the unused share, at most what is left = -35.13",
  ]);
  expect(credit.countedLines).toMatchObject([{ amount: "99.00" }]);
  const taken = await explained(story, ({ kind, totalPrice }) => kind === "discount" && totalPrice === "-4.95");
  expect(words(taken)).toEqual([
    "lines of this invoice to which the discount applies = 49.5",
    "discount of 10% on 49.5 = -4.95",
    "rounded once, half away from zero, to the minor unit of USD = -4.95",
  ]);
  const lifted = await explained(
    story,
    ({ kind, servicePeriod }) => kind === "minimum" && servicePeriod.start === "2024-05-01",
  );
  // 99.00 − 9.90 − 35.13 + 3.51 + 70.61 − 7.06 = 121.03; lifted by 278.97.
  expect(lifted.amount).toBe("278.97");
  expect(words(lifted).at(-1)).toBe(
    "raises the 121.03 USD charged in the period to the minimum of 400.00 USD = 278.97",
  );
  for (const line of [stub, credit, taken, lifted]) expect(line.recomputed).toMatchObject(sound);
});

test("late usage explains what was billed before, and lists amended events as counted (R-RATE-5, R-EVT-6)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Traffic", { unit: "0.10" }, { groupBy: ["region"] })] });
  await story.use("traffic", { quantity: 90, region: "eu" }, "2024-01-05");
  await story.use("traffic", { quantity: 7, region: "us" }, "2024-01-06");
  await story.use("traffic", { quantity: 10, region: "eu" }, "2024-01-07");
  await story.advanceTo("2024-02-02");
  await story.use("traffic", { quantity: 20, region: "eu" }, "2024-01-06");
  await story.api.post("/events/event-1/amend", { properties: { quantity: 95, region: "eu" } });
  await story.advanceTo("2024-03-01");
  const first = await explained(story, ({ description }) => description === "Traffic (region eu)");
  expect(first.usage).toMatchObject({ quantity: "100", eventCount: 2, group: { region: "eu" } });
  const listed = await story.api.get<{ items: { uniqueId: string; properties: object }[]; nextCursor: string | null }>(
    `${first.usage?.metrics[0]?.eventsUrl}&limit=1`,
  );
  expect(listed.items).toMatchObject([{ uniqueId: "event-1", properties: { quantity: 90 } }]);
  const rest = await story.api.get<typeof listed>(
    `${first.usage?.metrics[0]?.eventsUrl}&limit=1&cursor=${listed.nextCursor}`,
  );
  expect(rest.items).toMatchObject([{ uniqueId: "event-3" }]);
  const late = await explained(story, ({ kind }) => kind === "correction");
  expect(words(late)).toEqual([
    "quantity: 125 × 0.1 = 12.5",
    "minus what was already billed for the same usage: 12.5 − 10 = 2.5",
  ]);
  expect(late.countedLines).toMatchObject([{ amount: "10.00" }]);
  for (const line of [first, late]) expect(line.recomputed).toMatchObject(sound);
});

test("a draft line explains itself; another organization's or unknown line is a 404 (R-RATE-5, R-ORG-1)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 48 });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "0.5" })] });
  await story.use("calls", 3, "2024-01-05");
  await story.advanceTo("2024-02-01T12:00");
  const line = await explained(story, ({ kind }) => kind === "usage");
  expect(words(line)).toEqual(["quantity: 3 × 0.5 = 1.5"]);
  const [invoice] = await story.invoices();
  const path = `/invoices/${invoice?.id}/lines/${invoice?.lineItems[0]?.id}/explain`;
  const stranger = await (await environment()).createOrganization();
  expect((await stranger.api.request("GET", path)).status).toBe(404);
  expect((await story.api.request("GET", `/invoices/${invoice?.id}/lines/line_none/explain`)).status).toBe(404);
});

test("a line of the upcoming invoice is explained by its position (R-RATE-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { id } = await story.subscribe({ prices: [await story.usage("Calls", { unit: "0.5" })] });
  await story.use("calls", 3, "2024-01-05");
  const path = `/subscriptions/${id}/invoices/upcoming/lines`;
  const line = await story.api.get<Explained>(`${path}/0/explain`);
  expect(words(line)).toEqual(["quantity: 3 × 0.5 = 1.5"]);
  expect(line).toMatchObject({ amount: "1.50", recomputed: sound, usage: { metrics: [{ eventsUrl: null }] } });
  expect((await story.api.request("GET", `${path}/1/explain`)).status).toBe(404);
});
