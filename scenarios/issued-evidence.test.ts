import { type Context, createIds, makeTotals } from "@counterfoil/service";
import { findCheckedTotallings, foldAllIncrements, repairTotals } from "@counterfoil/storage";
import { seeds } from "@counterfoil/testkit/rounds";
import { dropEvents, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

interface SinceIssued {
  readonly quantity: string;
  readonly eventCount: number;
  readonly quantityChange: string;
  readonly corrections: readonly { readonly invoiceNumber: string | null; readonly amount: string }[];
}

interface Explained {
  readonly invoiceStatus: string;
  readonly recomputed: { readonly agrees: boolean };
  readonly usage: { readonly quantity: string; readonly metrics: readonly { readonly days: object[] }[] } | null;
  readonly steps: readonly { readonly text: string }[];
  readonly sinceIssued: SinceIssued | null;
}

function contextOf({ environment: { ports }, organizationId }: Story): Context {
  const actor = { type: "command", id: "test" } as const;
  return { ...ports, ids: createIds(ports.clock), organizationId, actor, requestId: null };
}

/** Folds new usage and rebuilds affected totals, as a worker does within a minute. */
async function settleTotals(story: Story): Promise<void> {
  const context = contextOf(story);
  await context.database.transaction(story.organizationId, foldAllIncrements);
  await makeTotals(context);
}

/** As `counterfoil doctor --usage --repair` rebuilds differing totals of an account. */
async function repairAll(story: Story): Promise<void> {
  await contextOf(story).database.transaction(story.organizationId, async (tx) => {
    for (const totalling of await findCheckedTotallings(tx)) await repairTotals(tx, totalling, story.accountId);
  });
}

function explain(story: Story, invoiceId: string, lineId: string): Promise<Explained> {
  return story.api.get<Explained>(`/invoices/${invoiceId}/lines/${lineId}/explain`);
}

/** Everything shown of an issued line, without later changes and the invoice's later status. */
async function evidence(story: Story, invoiceId: string): Promise<string[]> {
  const { lineItems } = await story.api.get<{ lineItems: { id: string }[] }>(`/invoices/${invoiceId}`);
  return Promise.all(
    lineItems.map(async ({ id }) => {
      const { sinceIssued: _later, invoiceStatus: _status, ...explained } = await explain(story, invoiceId, id);
      return JSON.stringify(explained);
    }),
  );
}

const textOf = (bytes: ArrayBuffer) =>
  readPdf(new Uint8Array(bytes))
    .pages.map((page) => page.text)
    .join(" ")
    .replaceAll(/\s+/g, " ");

/** The days listed in an invoice's PDF, without storing it. */
async function previewed(story: Story, invoiceId: string): Promise<string> {
  const headers = { Authorization: `Bearer ${story.api.token}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ invoiceId });
  const answer = await fetch(`${story.environment.url}/document-template/preview`, { method: "POST", headers, body });
  return textOf(await answer.arrayBuffer()).split("Usage by day")[1] ?? "";
}

async function printed(story: Story, invoiceId: string): Promise<string> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  return textOf(await (await fetch(`${story.environment.url}/invoices/${invoiceId}/pdf`, { headers })).arrayBuffer());
}

test("a voided event does not change the issued line, and sinceIssued shows the later correction (R-RATE-5, R-EVT-6)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })] });
  await story.use("calls", 60, "2024-01-05");
  await story.use("calls", 50, "2024-01-09");
  await story.advanceTo("2024-02-02");
  const [january] = await story.invoices();
  const [invoiceId = "", lineId = ""] = [january?.id, january?.lineItems[0]?.id];
  const issued = await explain(story, invoiceId, lineId);
  expect(issued).toMatchObject({ usage: { quantity: "110" }, recomputed: { agrees: true }, sinceIssued: null });

  await story.api.post("/events/event-2/void");
  await settleTotals(story);
  const after = await explain(story, invoiceId, lineId);
  expect({ ...after, sinceIssued: null }).toEqual(issued);
  expect(after.sinceIssued).toEqual({ quantity: "60", eventCount: 1, quantityChange: "-50", corrections: [] });
  const pdf = await printed(story, invoiceId);
  expect(pdf).toMatch(/Measured over the period: 110 Day Quantity Jan 5, 2024 60 Day Quantity Jan 9, 2024 50/);

  await story.advanceTo("2024-03-02");
  const february = (await story.invoices())[1];
  const correction = february?.lineItems.find(({ kind }) => kind === "correction");
  expect((await explain(story, invoiceId, lineId)).sinceIssued).toEqual({
    quantity: "60",
    eventCount: 1,
    quantityChange: "-50",
    corrections: [
      {
        invoiceId: february?.id,
        invoiceNumber: february?.number,
        invoiceStatus: february?.status,
        lineId: correction?.id,
        quantity: "-50",
        amount: "-50.00",
      },
    ],
  });
  // The correction counted 60, and nothing arrived since.
  expect(await explain(story, february?.id ?? "", correction?.id ?? "")).toMatchObject({
    usage: { quantity: "60" },
    recomputed: { agrees: true },
    sinceIssued: null,
  });
});

test("with dropped events and changed totals, a line is explained by its stated figures (R-RATE-5, R-EVT-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const unique = { measure: "count_unique user" };
  const prices = [await story.usage("Calls", { unit: "1.00" }), await story.usage("Users", { unit: "2.00" }, unique)];
  await story.subscribe({ prices });
  await story.use("calls", 60, "2024-01-05");
  await story.use("users", { user: "u1" }, "2024-01-06");
  await story.advanceTo("2024-02-02");
  const [january] = await story.invoices();
  await dropEvents(story);
  const lines = () => Promise.all((january?.lineItems ?? []).map(({ id }) => explain(story, january?.id ?? "", id)));
  // A sum is explained by its totals; unique values have none.
  expect(await lines()).toMatchObject([
    { usage: { quantity: "60", metrics: [{ quantity: "60", days: [{ quantity: "60" }] }] }, sinceIssued: null },
    { usage: { quantity: "1", metrics: [{ quantity: "1", eventCount: 1, days: [] }] }, sinceIssued: null },
  ]);
  // 7 more for the same quarter hour: its total is later than the line, and its events are gone.
  await story.use("calls", 7, "2024-01-05");
  await settleTotals(story);
  const after = await lines();
  expect(after).toMatchObject([
    {
      usage: { quantity: "60", metrics: [{ quantity: "60", eventCount: 1, days: [] }] },
      sinceIssued: { quantity: "67", quantityChange: "7" },
    },
    { usage: { quantity: "1" }, sinceIssued: null },
  ]);
  for (const { recomputed } of after) expect(recomputed).toMatchObject({ agrees: true });
});

/** Numbers that depend only on the seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 7_919 + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

async function sold(story: Story): Promise<string[]> {
  const cells = [{ values: { region: "eu" }, pricePerUnit: { value: "0.02" } }];
  const matrix = { dimensions: ["region"], cells, defaultPricePerUnit: { value: "0.05" } };
  const tiers = [
    { minUnits: 0, maxUnits: 10, pricePerUnit: { value: "1" }, fixedFee: { value: "0" } },
    { minUnits: 11, maxUnits: null, pricePerUnit: { value: "0.5" }, fixedFee: { value: "0" } },
  ];
  const prepaid = { type: "prepaid_tiered", prepaidTieredPricingModel: { units: 10, tiers } };
  const work = { event: "work" };
  return [
    await story.usage("Sum", { unit: "1" }, work),
    await story.usage("Grouped", { unit: "0.5" }, { ...work, groupBy: ["region"] }),
    await story.usage("Count", { graduated: "0–2 @10, 3+ @5 + 7" }, { ...work, measure: "count" }),
    await story.usage("Average", { unit: "3" }, { ...work, measure: "average quantity" }),
    await story.usage("Peak", { tiered: "0–50 @2, 51+ @1" }, { ...work, measure: "max quantity" }),
    await story.usage("Low", { unit: "1" }, { ...work, measure: "min quantity" }),
    await story.usage("Last", { unit: "1" }, { ...work, measure: "latest quantity" }),
    await story.usage("Users", { unit: "4" }, { ...work, measure: "count_unique user" }),
    await story.usage("Level", { unit: "2" }, { ...work, measure: "weighted_sum quantity" }),
    await story.usage("Matrix", { type: "matrix", matrixPricingModel: matrix }, work),
    await story.usage("Prepaid", prepaid, work),
  ];
}

test.each(seeds({ few: 1, all: 3 }))(
  "seed %i: evidence of issued lines is byte-identical after ends, amendments and late events (R-RATE-5, R-EVT-4, R-EVT-6, R-PDF-1)",
  async (seed) => {
    const random = randomFrom(seed);
    const story = await scenario({ start: "2024-01-01", zone: "Asia/Kolkata" });
    await story.subscribe({ prices: await sold(story) });
    const content = () => {
      const day = String(4 + random(3)).padStart(2, "0");
      const properties = { quantity: random(60), region: ["eu", "us"][random(2)], user: `u${random(3)}` };
      return story.event("work", properties, `2024-01-${day}T0${random(3)}:${10 + random(3) * 15}`);
    };
    const standing: string[] = [];
    const send = async (count: number) => {
      const events = Array.from({ length: count }, content);
      standing.push(...events.map(({ uniqueId }) => uniqueId));
      expect((await story.send(events)).ingested).toHaveLength(count);
    };
    await story.advanceTo("2024-01-20");
    await send(6);
    await story.advanceTo("2024-02-03");
    const invoices = (await story.invoices()).filter(({ lineItems }) => lineItems.some(({ kind }) => kind === "usage"));
    expect(invoices.length).toBeGreaterThan(0);
    const ids = invoices.map(({ id }) => id);
    const issued = new Map<string, { lines: string[]; days: string }>();
    const keep = async (id: string) =>
      issued.set(id, { lines: await evidence(story, id), days: await previewed(story, id) });
    for (const id of ids) await keep(id);
    const actions = {
      late: () => send(1 + random(2)),
      void: async () => {
        const [id] = standing.splice(random(Math.max(standing.length, 1)), 1);
        if (id !== undefined) await story.api.post(`/events/${id}/void`);
      },
      amend: async () => {
        const id = standing[random(Math.max(standing.length, 1))];
        const { properties, timestamp } = content();
        if (id !== undefined) await story.api.post(`/events/${id}/amend`, { properties, timestamp });
      },
      settle: () => settleTotals(story),
      repair: () => repairAll(story),
    };
    const names = ["void", "void", "amend", "late", "settle", "settle", "repair"] as const;
    const history: string[] = [];
    for (let step = 0; step < 20; step += 1) {
      const name = names[random(names.length)]!;
      history.push(name);
      if (step === 10) {
        // What arrived by then is corrected on the next invoice, which is evidence too.
        await story.advanceTo("2024-03-03");
        for (const { id } of await story.invoices()) if (!issued.has(id)) await keep(id);
      }
      await actions[name]();
      if (name !== "settle" && name !== "repair" && step % 4 !== 3) continue;
      for (const [id, { lines }] of issued) {
        expect(await evidence(story, id), `seed ${seed}: ${history.join(", ")}`).toEqual(lines);
      }
    }
    for (const [id, { days }] of issued) {
      expect(await previewed(story, id)).toBe(days);
      expect(await printed(story, id)).toContain(days.trim());
    }
  },
  120_000,
);
