import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  BILLING_INTERVALS,
  type PriceSchedule,
  type Contract,
  type ContractPrice,
  daysBetween,
  isBefore,
  isUsageSlot,
  nextBillingDate,
  planBilling,
  type Slot,
} from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const START = date("2023-01-01");
const DAYS = 500;

const day = (min: number, max: number) => fc.integer({ min, max }).map((days) => START.add({ days }));
const schedule = fc.oneof(
  fc.record({
    kind: fc.constant("recurring" as const),
    interval: fc.constantFrom(...BILLING_INTERVALS),
    terms: fc.constantFrom("advance" as const, "arrears" as const),
  }),
  fc.constant<PriceSchedule>({ kind: "one_off" }),
);

const price = (id: string): fc.Arbitrary<ContractPrice> =>
  fc.oneof(
    fc.tuple(schedule, fc.constantFrom(0, 0, 0, 10)).map(([terms, trial]) => fixedPrice(id, "100.00", terms, trial)),
    fc.constant(usagePrice(id, "1.00")),
  );

/** Contracts of up to two versions with stubs, trials, ends and every kind of schedule. */
const contracts: fc.Arbitrary<Contract> = fc
  .record({
    start: day(0, 90),
    trialDays: fc.constantFrom(0, 0, 14),
    stubDays: fc.integer({ min: 0, max: 70 }),
    length: fc.option(fc.integer({ min: 1, max: 400 })),
    changeAfter: fc.option(fc.integer({ min: 1, max: 300 })),
    first: fc.tuple(price("a"), price("b")),
    second: price("c"),
    chargesOneOffsAtStart: fc.boolean(),
  })
  .map(({ start, trialDays, stubDays, length, changeAfter, first, second, chargesOneOffsAtStart }) => {
    const change = changeAfter === null ? null : start.add({ days: changeAfter });
    const versions = [
      {
        id: "v1",
        startsOn: start,
        endsOn: change,
        proration: "prorate" as const,
        isAfterBilling: false,
        prices: first,
      },
      ...(change === null
        ? []
        : [
            {
              id: "v2",
              startsOn: change,
              endsOn: null,
              proration: "prorate" as const,
              isAfterBilling: false,
              prices: [first[0], second],
            },
          ]),
    ];
    return {
      ...contractFrom(start.toString(), { trialDays, versions, chargesOneOffsAtStart }),
      anchor: start.add({ days: trialDays + stubDays }),
      endsOn: length === null ? null : start.add({ days: length }),
    };
  });

/** Every slot that falls due in the test's time span, found by checking every single day. */
function slotsByEachDay(contract: Contract): { on: Temporal.PlainDate; slot: Slot }[] {
  return Array.from({ length: DAYS }, (_, days) => START.add({ days })).flatMap((on) =>
    planBilling(contract, on).slots.map((slot) => ({ on, slot })),
  );
}

test("stepping from one billing date to the next finds everything that checking every day finds (R-TIME-5)", () => {
  fc.assert(
    fc.property(contracts, (contract) => {
      const expected = [...new Set(slotsByEachDay(contract).map(({ on }) => on.toString()))];
      const visited: string[] = [];
      let on = nextBillingDate(contract, null);
      while (on !== null && isBefore(on, START.add({ days: DAYS }))) {
        if (planBilling(contract, on).slots.length > 0) visited.push(on.toString());
        on = nextBillingDate(contract, on);
      }
      expect(visited).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test("each day of service of a recurring price is charged once, without gap or overlap (R-TIME-2)", () => {
  fc.assert(
    fc.property(contracts, (contract) => {
      const slots = slotsByEachDay(contract).map(({ slot }) => slot);
      for (const [, own] of Map.groupBy(slots, (slot) => slot.price.id)) {
        const services = own
          .filter((slot) => slot.kind !== "one_off")
          .map((slot) => slot.service)
          .toSorted((a, b) => Temporal.PlainDate.compare(a.start, b.start));
        services.forEach((service, index) => {
          expect(isBefore(service.start, service.end)).toBe(true);
          const next = services[index + 1];
          if (next !== undefined) expect(service.end.toString()).toBe(next.start.toString());
        });
      }
    }),
    { numRuns: 40 },
  );
});

test("nothing falls due before the first billing date except one-off prices charged at the start (R-TIME-2)", () => {
  fc.assert(
    fc.property(contracts, (contract) => {
      for (const { on, slot } of slotsByEachDay(contract)) {
        const isEarlyOneOff = slot.kind === "one_off" && contract.chargesOneOffsAtStart;
        if (!isEarlyOneOff) expect(isBefore(on, contract.anchor)).toBe(false);
      }
    }),
    { numRuns: 40 },
  );
});

test("a part of a period is never prorated to more than its days, except a stub longer than one period (R-SUB-5)", () => {
  fc.assert(
    fc.property(contracts, (contract) => {
      for (const { slot } of slotsByEachDay(contract)) {
        if (isUsageSlot(slot) || slot.proration === null) continue;
        expect(slot.proration.days).toBe(daysBetween(slot.service.start, slot.service.end));
        const isStub = isBefore(slot.service.start, contract.anchor);
        if (!isStub) expect(slot.proration.days).toBeLessThan(slot.proration.of);
      }
    }),
    { numRuns: 40 },
  );
});
