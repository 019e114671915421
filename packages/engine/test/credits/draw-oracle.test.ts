import { Decimal, drawCredit, type PayableLine, type UsableGrant } from "@counterfoil/engine";
import fc from "fast-check";
import { expect, test } from "vitest";

// Prepaid money spent cent by cent, and invoices whose payment was calculated manually (R-INV-8).

type Product = "calls" | "seats" | "support";
const PRODUCTS: readonly Product[] = ["calls", "seats", "support"];

interface Sold {
  readonly product: Product;
  /** In cents, above zero. */
  readonly cents: number;
}

interface Granted {
  readonly cents: number;
  /** Empty: for every product. */
  readonly products: readonly Product[];
}

const soldList = fc.array(
  fc.record({ product: fc.constantFrom(...PRODUCTS), cents: fc.integer({ min: 1, max: 400 }) }),
  { maxLength: 5 },
);
const grantList = fc.array(
  fc.record({ cents: fc.integer({ min: 1, max: 700 }), products: fc.subarray([...PRODUCTS]) }),
  { maxLength: 5 },
);

const money = (cents: number) => Decimal.of(`${cents}e-2`);

function lineOf({ product, cents }: Sold, place: number): PayableLine {
  return { id: `line_${place}`, productId: product, metricId: null, quantity: Decimal.one, amount: money(cents) };
}

function grantOf({ cents, products }: Granted, place: number): UsableGrant {
  return { id: `grant_${place}`, currency: "EUR", metricId: null, balance: money(cents), productIds: products };
}

/** What each grant pays, in cents. */
function drawn(sold: readonly Sold[], granted: readonly Granted[], total?: number): number[] {
  const due = money(total ?? sold.reduce((sum, { cents }) => sum + cents, 0));
  const draws = drawCredit({ currency: "EUR", total: due, lines: sold.map(lineOf) }, granted.map(grantOf));
  return granted.map((_, place) => {
    const draw = draws.find(({ grantId }) => grantId === `grant_${place}`);
    return Number(draw?.paid.times(Decimal.of("100")).toCanonical() ?? "0");
  });
}

const paysFor = ({ products }: Granted, product: Product) => products.length === 0 || products.includes(product);

/**
 * Grant by grant, cent by cent: each cent goes to the line that the fewest later grants can pay, or to the first of
 * equals. A cent that is spent on a line stays there.
 */
function centByCent(sold: readonly Sold[], granted: readonly Granted[]): number[] {
  const open = sold.map(({ cents }) => cents);
  return granted.map((grant, place) => {
    let spent = 0;
    for (; spent < grant.cents; spent += 1) {
      const rivals = (line: number) =>
        granted.slice(place + 1).filter((other) => paysFor(other, sold[line]!.product)).length;
      const payable = [...sold.keys()].filter((line) => open[line]! > 0 && paysFor(grant, sold[line]!.product));
      const [next] = payable.toSorted((a, b) => rivals(a) - rivals(b) || a - b);
      if (next === undefined) break;
      open[next]! -= 1;
    }
    return spent;
  });
}

test("grants of money pay the same as when they are spent cent by cent (R-INV-8)", () => {
  fc.assert(
    fc.property(soldList, grantList, (sold, granted) => {
      expect(drawn(sold, granted)).toEqual(centByCent(sold, granted));
    }),
    { numRuns: 200 },
  );
});

test("a grant for all products pays the remainder, and a grant for a product that is not sold pays nothing (R-INV-8)", () => {
  fc.assert(
    fc.property(soldList, fc.integer({ min: 1, max: 5_000 }), (sold, cents) => {
      const whole = sold.reduce((sum, one) => sum + one.cents, 0);
      expect(drawn(sold, [{ cents, products: [] }])).toEqual([Math.min(cents, whole)]);
      const calls = sold.filter(({ product }) => product !== "support");
      expect(drawn(calls, [{ cents, products: ["support"] }])).toEqual([0]);
    }),
  );
});

test("never pays more than the invoice's total, for any lines (R-INV-8)", () => {
  fc.assert(
    fc.property(soldList, grantList, fc.nat(800), (sold, granted, total) => {
      const paid = drawn(sold, granted, total).reduce((sum, cents) => sum + cents, 0);
      expect(paid).toBeLessThanOrEqual(total);
    }),
  );
});

test("a larger grant never pays less in total (R-INV-8)", () => {
  const sumOf = (paid: readonly number[]) => paid.reduce((sum, cents) => sum + cents, 0);
  fc.assert(
    fc.property(soldList, grantList, fc.integer({ min: 1, max: 300 }), (sold, granted, more) => {
      fc.pre(granted.length > 0);
      const larger = [{ ...granted[0]!, cents: granted[0]!.cents + more }, ...granted.slice(1)];
      expect(sumOf(drawn(sold, larger))).toBeGreaterThanOrEqual(sumOf(drawn(sold, granted)));
    }),
  );
});

const of = (text: string) => Decimal.of(text);

function units(quantity: string, amount: string, ...balances: string[]): string[] {
  const line = { id: "line", productId: "calls", metricId: "metric", quantity: of(quantity), amount: of(amount) };
  const grants = balances.map((balance, place): UsableGrant => {
    return { id: `U${place + 1}`, currency: null, metricId: "metric", balance: of(balance), productIds: [] };
  });
  const invoice = { currency: "EUR", total: of(amount), lines: [line] };
  return drawCredit(invoice, grants).map(
    ({ grantId, amount: used, paid }) => `${grantId} ${used.toCanonical()} for ${paid.toFixed(2)}`,
  );
}

test.each([
  ["1000", "20.00", ["400"], ["U1 400 for 8.00"]], // 400 × 0.02
  ["1000", "20.00", ["1000"], ["U1 1000 for 20.00"]],
  ["1000", "20.00", ["5000"], ["U1 1000 for 20.00"]],
  ["3", "1.00", ["1", "1", "1"], ["U1 1 for 0.33", "U2 1 for 0.33", "U3 1 for 0.33"]], // 0.333…: a cent is left unpaid
  ["3", "1.00", ["1", "5"], ["U1 1 for 0.33", "U2 2.01 for 0.67"]], // 0.67 × 3 ÷ 1.00
  ["0.5", "10.00", ["0.25"], ["U1 0.25 for 5.00"]],
  // 0.114 × 3.00 is 0.34, and the remaining 2.66 take 0.886666…: as few millionths as cover it.
  ["1", "3.00", ["0.114", "5"], ["U1 0.114 for 0.34", "U2 0.886667 for 2.66"]],
  ["1000", "0.01", ["499"], []], // worth 0.00499: less than half a cent
  ["1000", "0.01", ["500"], ["U1 500 for 0.01"]], // 0.005 is rounded to a cent
])("%s units of %s, with grants of %j, use %j (R-INV-8)", (quantity, amount, balances, expected) => {
  expect(units(quantity, amount, ...balances)).toEqual(expected);
});

test("a grant leaves to the others what only it can pay last, so that as much as possible is paid (R-INV-8)", () => {
  const sold: Sold[] = [
    { product: "calls", cents: 5_000 },
    { product: "seats", cents: 5_000 },
  ];
  const all: Granted = { cents: 5_000, products: [] };
  const ofCalls: Granted = { cents: 5_000, products: ["calls"] };
  // The first grant could pay either line, and leaves the calls to the second.
  expect(drawn(sold, [all, ofCalls])).toEqual([5_000, 5_000]);
  expect(drawn(sold, [ofCalls, all])).toEqual([5_000, 5_000]);
});
