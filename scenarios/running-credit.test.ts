import { discount, scenario, type Story } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { expect, test } from "vitest";

// R-CREDIT-2: what the running figure showed when the period ended is what the invoice draws.

interface Balances {
  readonly balances: readonly Readonly<Record<"granted" | "drawn" | "running" | "held" | "available", string>>[];
}

async function creditOf({ api, accountId }: Story) {
  const { balances } = await api.get<Balances>(`/accounts/${accountId}/credit`);
  const [only] = balances;
  if (only === undefined) throw new Error("the account has no grant");
  return only;
}

const PRICINGS = [
  { graduated: "0–20 @0, 21–200 @0.37, 201+ @0.11" },
  { tiered: "0–50 @1.20, 51+ @0.85 + 3" },
  { type: "package", packagePricingModel: { packageSize: 25, pricePerPackage: { value: "4.99" } } },
  { graduatedPercentage: "0–100 @2.5, 101+ @1.1" },
] as const;

const day = fc.integer({ min: 1, max: 28 });
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("use" as const), day, quantity: fc.integer({ min: 0, max: 90 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("void" as const), day }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("amend" as const), day, quantity: fc.integer({ min: 0, max: 90 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("hold" as const), day, quantity: fc.integer({ min: 1, max: 40 }) }),
  },
);

const history = fc.record({
  pricing: fc.constantFrom(...PRICINGS),
  minimum: fc.option(fc.constantFrom("15.00", "60.00")),
  discount: fc.boolean(),
  hasTax: fc.boolean(),
  /** The day on which the price changes. */
  changes: fc.option(day),
  grants: fc.array(fc.integer({ min: 500, max: 9_000 }), { minLength: 1, maxLength: 3 }),
  actions: fc.array(action, { minLength: 3, maxLength: 14 }),
  late: fc.option(fc.integer({ min: 1, max: 60 })),
});

const onDay = (number: number) => `2026-01-${String(number).padStart(2, "0")}T12:00`;

async function play(one: typeof history extends fc.Arbitrary<infer Value> ? Value : never): Promise<void> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours: 12 });
  const { api, accountId } = story;
  if (one.hasTax) {
    await api.post("/tax-rates", { name: "VAT", percentage: "19", country: "DE" });
    await api.patch(`/accounts/${accountId}`, { taxCountry: "DE" });
  }
  const terms = {
    ...(one.minimum === null ? {} : { price: { minimumSpend: { amount: { value: one.minimum }, period: "monthly" } } }),
    event: "tokens",
  };
  const price = await story.usage("Tokens", one.pricing, terms);
  const later = await story.usage("Tokens, later", { unit: "0.42" }, { event: "tokens" });
  const { id: subscriptionId } = await story.subscribe({
    prices: [price],
    ...(one.discount ? { discount: discount("12.5 %") } : {}),
  });
  for (const cents of one.grants) {
    await api.post(`/accounts/${accountId}/credit-grants`, { amount: (cents / 100).toFixed(2) });
  }
  const steps = [
    ...one.actions,
    ...(one.changes === null ? [] : [{ kind: "change" as const, day: one.changes }]),
  ].toSorted((a, b) => a.day - b.day);
  const sent: string[] = [];
  const voided = new Set<string>();
  for (const [place, step] of steps.entries()) {
    await story.advanceTo(onDay(step.day));
    if (step.kind === "change") await story.replace(String(subscriptionId), price, later);
    else if (step.kind === "use") {
      sent.push(`u-${place}`);
      const properties = { quantity: step.quantity };
      await story.send([
        {
          uniqueId: `u-${place}`,
          account: accountId,
          eventName: "tokens",
          timestamp: story.instant(onDay(step.day)),
          properties,
        },
      ]);
    } else if (step.kind === "hold") {
      const events = [{ eventName: "tokens", properties: { quantity: step.quantity } }];
      const before = await creditOf(story);
      const held = await api.post<{ allowed: boolean; holdId: string; amount: string; available: string }>(
        `/accounts/${accountId}/credit/hold`,
        { uniqueId: `h-${place}`, events },
      );
      if (!held.allowed) {
        expect(await creditOf(story)).toEqual(before);
        continue;
      }
      const real = [{ uniqueId: `s-${place}`, account: accountId, ...events[0] }];
      const settled = await api.post<{ amount: string; available: string }>(`/accounts/${accountId}/credit/settle`, {
        holdId: held.holdId,
        events: real,
      });
      // What happened is what was expected, so that it costs what was held.
      expect(settled).toMatchObject({ amount: held.amount, available: held.available });
      expect((await creditOf(story)).available).toBe(held.available);
      sent.push(`s-${place}`);
    } else {
      const uniqueId = sent[place % Math.max(sent.length, 1)];
      if (uniqueId === undefined) continue;
      // A voided event can be neither voided nor amended.
      if (voided.has(uniqueId)) continue;
      const properties = { quantity: step.kind === "amend" ? step.quantity : 0 };
      await api.post(`/events/${uniqueId}/${step.kind}`, step.kind === "amend" ? { properties } : {});
      if (step.kind === "void") voided.add(uniqueId);
    }
  }
  await story.advanceTo("2026-01-31T23:50");
  // So that February has no minimum.
  await story.act(String(subscriptionId), "cancel", { reason: "other", effective: "period_end" });
  await story.advanceTo("2026-01-31T23:59");
  const atTheEnd = await creditOf(story);
  await story.advanceTo("2026-02-01T11:00");
  const inGrace = await creditOf(story);
  expect(inGrace).toEqual(atTheEnd);
  if (one.late !== null) await story.use("tokens", one.late, "2026-01-31T20:00");
  const last = await creditOf(story);
  await story.advanceTo("2026-02-01T13:00");
  const issued = await creditOf(story);
  expect(issued).toEqual({ ...last, drawn: last.running, running: "0.00" });
}

test("the running figure at the end of a period is what its invoice draws (R-CREDIT-2)", async () => {
  const runs = Number(process.env["COUNTERFOIL_CREDIT_HISTORIES"] ?? "6");
  const seed = Number(process.env["COUNTERFOIL_CREDIT_SEED"] ?? "1");
  await fc.assert(fc.asyncProperty(history, play), { numRuns: runs, seed, endOnFailure: true });
}, 600_000);
