import { type Aggregation, Decimal, mergeAggregates, type RunningAggregate, startAggregate } from "@counterfoil/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WaitingIncrement } from "../../src/database/tx.ts";
import { methodLetter, valueOf } from "../../src/usage/totals/add-up.ts";
import { addIncrements, NO_INCREMENTS } from "../../src/usage/totals/merge-waiting.ts";
import { toPart } from "../../src/usage/totals/to-part.ts";
import { waitingTotals } from "../../src/usage/totals/waiting-totals.ts";

const increment = (members: Partial<WaitingIncrement> = {}): WaitingIncrement => ({
  generation: 1,
  quarter: 10,
  method: "s",
  events: 1,
  value: "2.5",
  ...members,
});
const merged = (...increments: WaitingIncrement[]) =>
  addIncrements(
    NO_INCREMENTS,
    increments.map((one) => [one]),
    "1",
  ).totals;

describe("waiting increments", () => {
  test("of one generation, group, quarter and method are added up", () => {
    expect(merged(increment(), increment({ value: "-1", events: 2, skipped: 1, first: 5, last: 9 }))).toEqual([
      expect.objectContaining({ value: "1.5", events: 3, skipped: 1, first: 5, last: 9, stale: false }),
    ]);
    const others = [
      increment({ generation: 2 }),
      increment({ quarter: 11 }),
      increment({ method: "c" }),
      increment({ groups: '["eu"]' }),
    ];
    expect(merged(increment(), ...others)).toHaveLength(5);
    // A missing group is none.
    expect(merged(increment(), increment({ groups: "[]" }))).toHaveLength(1);
  });

  test("keep the least, the greatest or the latest value, by their method", () => {
    const value = (method: string, ...given: Partial<WaitingIncrement>[]) =>
      merged(...given.map((one) => increment({ method, ...one }))).map((one) => one.value);
    expect(value("i", { value: "2" }, { value: "-3.0" }, { value: null })).toEqual(["-3.0"]);
    expect(value("a", { value: "2" }, { value: "10" }, { value: "9" })).toEqual(["10"]);
    expect(value("l", { value: "1", last: 7, sequence: 2 }, { value: "5", last: 7, sequence: 1 })).toEqual(["1"]);
    expect(value("l", { value: "1", last: 7, sequence: 2 }, { value: "5", last: 8, sequence: 1 })).toEqual(["5"]);
    expect(value("l", { value: null }, { value: "5", last: 8, sequence: 1 })).toEqual(["5"]);
  });

  test("are marked if one of them is, and count their rows", () => {
    const some = addIncrements(NO_INCREMENTS, [[increment({ stale: true })], [increment(), increment()]], "7");
    expect(some).toMatchObject({ rows: 2, through: "7", totals: [{ stale: true, value: "7.5" }] });
    expect(addIncrements(some, [], "7")).toEqual(some);
    expect(addIncrements(some, [[increment()]], "9")).toMatchObject({
      rows: 3,
      through: "9",
      totals: [{ value: "10" }],
    });
  });

  test("measure the same as one by one, for each method and in any steps", () => {
    const methods = ["sum", "average", "count", "min", "max", "latest"] as const;
    const totalled = methods.map((method): Aggregation =>
      method === "count" ? { method, field: null } : { method, field: "n" },
    );
    const time = { start: 0, end: 100, gaps: [] };
    const given = fc.record({
      quarter: fc.integer({ min: 0, max: 2 }),
      events: fc.integer({ min: 1, max: 5 }),
      skipped: fc.integer({ min: 0, max: 2 }),
      first: fc.integer({ min: 0, max: 9 }),
      last: fc.integer({ min: 0, max: 9 }),
      value: fc.integer({ min: -999, max: 999 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...totalled),
        fc.array(given, { maxLength: 12 }),
        fc.nat(12),
        (aggregation, rows, at) => {
          const method = methodLetter(startAggregate(aggregation));
          const increments = rows.map((row, sequence): WaitingIncrement => {
            const value = method === "c" ? null : Decimal.ofInteger(row.value).toCanonical();
            return { generation: 1, method, ...row, sequence, value };
          });
          const question = { position: 0, generation: "1", accountId: "a", throughSequence: null };
          const buckets = [{ span: 900 as const, first: 0, next: 3 }];
          const measure = (waiting: readonly WaitingIncrement[]) => {
            let whole: RunningAggregate = startAggregate(aggregation);
            for (const total of waitingTotals(new Map([["a", waiting]]), [{ ...question, buckets }])) {
              whole = mergeAggregates(whole, toPart(total, aggregation, [], time).aggregate);
            }
            const latest = whole.method === "latest" ? whole.latest?.sequence : null;
            return [whole.eventCount, whole.skipped, valueOf(whole)?.toCanonical(), latest];
          };
          const steps = addIncrements(
            addIncrements(NO_INCREMENTS, [increments.slice(0, at)], "1"),
            increments.slice(at).map((one) => [one]),
            "2",
          );
          expect(measure(steps.totals)).toEqual(measure(increments));
        },
      ),
    );
  });
});
