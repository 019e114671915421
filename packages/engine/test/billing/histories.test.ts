import fc from "fast-check";
import type { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Decimal, type DatePeriod, type InvoiceLineDraft, isBefore } from "../../src/index.ts";
import { costByDays } from "./days-oracle.ts";
import { contractsOf, fixedPrices, live, prepaidPrices, type Request, requests, START } from "./histories.ts";
import { amountOf, Ledger } from "./ledger.ts";

const HALF_A_CENT = Decimal.of("0.005");
const THROUGH = START.add({ days: 500 });

const recurringPrices = (id: string) =>
  fc.oneof({ weight: 4, arbitrary: fixedPrices(id) }, { weight: 1, arbitrary: prepaidPrices(id) });
const histories = fc.tuple(contractsOf(recurringPrices), requests());

function isIn(line: InvoiceLineDraft, span: DatePeriod): boolean {
  return !isBefore(line.countedOn, span.start) && isBefore(line.countedOn, span.end);
}

/**
 * Whether the final cost does not depend on what was billed. An end that gives nothing back does depend on it: it
 * leaves unchanged what was billed on its day, even by a change on that day.
 */
function isIndependentOfBilling(request: Request, on: Temporal.PlainDate, ledger: Ledger): boolean {
  const { versions } = ledger.contract;
  if (request.kind === "cancel" && !request.creditsAfterEnd) {
    const isBilled = ledger.entries.at(-1)?.on.equals(on) === true;
    return !isBilled && !versions.some(({ startsOn }) => startsOn.equals(on));
  }
  return true;
}

test("after any sequence of changes, pauses and ends, each price costs what its days cost (R-SUB-4, R-SUB-5, R-SUB-6)", () => {
  fc.assert(
    fc.property(histories, ([offer, asked]) => {
      const ledger = live(offer, asked, new Ledger(offer.contract), isIndependentOfBilling).advanceTo(THROUGH);
      const costs = costByDays(ledger.contract, THROUGH);
      const lines = ledger.lines.filter(({ kind }) => kind === "recurring" || kind === "credit");
      for (const [key, same] of Map.groupBy(costs, ({ price, period }) => `${price.id} ${period.span.start}`)) {
        const [first] = same;
        if (same.some(({ isPerhapsBilledBefore }) => isPerhapsBilledBefore)) continue;
        const own = lines.filter(
          (line) => first !== undefined && line.priceId === first.price.id && isIn(line, first.period.span),
        );
        const expected = Decimal.sum(same.map(({ exact }) => exact));
        const difference = amountOf(own).minus(expected).abs();
        // Each line is rounded by half a cent at most, and so is each credit that rounds to zero.
        const tolerance = HALF_A_CENT.times(Decimal.ofInteger(own.length + asked.length + 1));
        expect(difference.compare(tolerance), `${key}: ${amountOf(own)} instead of ${expected}`).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 150 },
  );
});
