import { type CreditDraw, Decimal, drawCredit, type PayableLine, type UsableGrant } from "@counterfoil/engine";
import fc from "fast-check";
import { expect, test } from "vitest";

const line = (amount: string, members: Partial<PayableLine> = {}): PayableLine => ({
  id: "line",
  productId: null,
  metricId: null,
  quantity: Decimal.one,
  amount: Decimal.of(amount),
  ...members,
});

const grant = (id: string, balance: string, members: Partial<UsableGrant> = {}): UsableGrant => ({
  id,
  currency: "EUR",
  metricId: null,
  balance: Decimal.of(balance),
  productIds: [],
  ...members,
});

function draws(lines: readonly PayableLine[], grants: readonly UsableGrant[]): string[] {
  const total = Decimal.sum(lines.map(({ amount }) => amount));
  return drawCredit({ currency: "EUR", total, lines }, grants).map(
    ({ grantId, amount, paid }) => `${grantId} ${amount.toCanonical()} pays ${paid.toCanonical()}`,
  );
}

test("grants are used in order, each up to its balance and the unpaid amount (R-INV-8)", () => {
  expect(draws([line("350")], [grant("B", "150"), grant("C", "100"), grant("A", "200")])).toEqual([
    "B 150 pays 150",
    "C 100 pays 100",
    "A 100 pays 100",
  ]);
});

test("reductions of the invoice or a product reduce what credit can pay (R-INV-8)", () => {
  const support = { productId: "support" };
  // 100 − 30 of the product; 100 − 30 + 50 − 60 in total
  const lines = [line("100", support), line("-30", support), line("50"), line("-60")];
  expect(draws(lines, [grant("S", "500", { productIds: ["support"] })])).toEqual(["S 60 pays 60"]);
  expect(draws(lines.slice(0, 3), [grant("S", "500", { productIds: ["support"] })])).toEqual(["S 70 pays 70"]);
});

test("an adjustment reduces the lines from which it was decided, in proportion to what is left of them (R-INV-8)", () => {
  const seats = line("60", { id: "seats", productId: "seats" });
  const calls = line("40", { id: "calls", productId: "calls", metricId: "calls", quantity: Decimal.of("400") });
  const ofSeats = [grant("S", "500", { productIds: ["seats"] })];
  const ofCalls = [grant("C", "100", { currency: null, metricId: "calls" })];
  const offBoth = line("-10.01", { id: "off", counts: ["seats", "calls"] });
  expect(draws([seats, calls, offBoth], ofSeats)).toEqual(["S 53.99 pays 53.99"]); // 60 − 10.01 × 60 ÷ 100
  expect(draws([seats, calls, offBoth], ofCalls)).toEqual(["C 100 pays 9"]); // (40 − 4.00) ÷ 400 × 100
  const offSeats = line("-60", { id: "free", productId: "seats", counts: ["seats"] });
  expect(draws([seats, calls, offSeats, offBoth], ofSeats)).toEqual([]);
  expect(draws([seats, calls, offSeats, offBoth], ofCalls)).toEqual(["C 100 pays 7.5"]); // (40 − 10.01) ÷ 400 × 100
  expect(draws([seats, offSeats, line("-5", { id: "more", counts: ["seats"] }), line("50")], ofSeats)).toEqual([]);
  // It was decided from lines of earlier invoices.
  expect(draws([seats, calls, { ...offSeats, counts: [] }], ofSeats)).toEqual([]);
});

test("units are worth the line's average price, and the last ones of a line pay its remainder (R-INV-8)", () => {
  const calls = { metricId: "calls", quantity: Decimal.of("3") };
  const units = { currency: null, metricId: "calls" };
  // 10.00 ÷ 3 = 3.33…
  expect(draws([line("10", calls)], [grant("U", "1", units)])).toEqual(["U 1 pays 3.33"]);
  expect(draws([line("10", calls)], [grant("U", "3", units)])).toEqual(["U 3 pays 10"]);
  expect(draws([line("10", calls)], [grant("U", "1", units), grant("V", "9", units)])).toEqual([
    "U 1 pays 3.33",
    "V 2.001 pays 6.67", // 6.67 × 3 ÷ 10
  ]);
  expect(draws([line("10")], [grant("U", "3", units)])).toEqual([]);
});

test("a draw states how much it pays of each line (R-INV-8)", () => {
  const lines = [
    line("100", { id: "calls", metricId: "calls", quantity: Decimal.of("10") }),
    line("50", { id: "support", productId: "support" }),
  ];
  const grants = [
    grant("U", "4", { currency: null, metricId: "calls" }),
    grant("S", "500", { productIds: ["support"] }),
    grant("A", "500"),
  ];
  const total = Decimal.of("150");
  const made = drawCredit({ currency: "EUR", total, lines }, grants).flatMap((draw) =>
    draw.lines.map(({ lineId, amount, paid }) => `${draw.grantId} ${lineId} ${amount.toString()} ${paid.toString()}`),
  );
  expect(made).toEqual(["U calls 4 40.00", "S support 50 50", "A calls 60.00 60.00"]);
});

test("uses no grant in another currency, and none for an invoice of zero (R-INV-8)", () => {
  expect(draws([line("10")], [grant("A", "10", { currency: "USD" })])).toEqual([]);
  expect(draws([line("10"), line("-10")], [grant("A", "10")])).toEqual([]);
  expect(draws([line("-10")], [grant("A", "10")])).toEqual([]);
});

const cents = (max: number) =>
  fc.integer({ min: 1, max }).map((value) => Decimal.ofInteger(value).times(Decimal.of("0.01")));
const products = ["a", "b"] as const;
const anyLine = fc.record({
  id: fc.uuid(),
  productId: fc.constantFrom(null, ...products),
  metricId: fc.constantFrom(null, "calls"),
  quantity: fc.integer({ min: 1, max: 1_000 }).map(Decimal.ofInteger),
  amount: fc.tuple(cents(10_000), fc.boolean()).map(([amount, isOff]) => (isOff ? amount.negate() : amount)),
});
const anyGrant = fc
  .record({ isUnits: fc.boolean(), balance: cents(20_000), productIds: fc.subarray([...products]) })
  .map(({ isUnits, balance, productIds }) => ({
    currency: isUnits ? null : "EUR",
    metricId: isUnits ? "calls" : null,
    balance,
    productIds,
  }));

test("no invoice, line or grant is ever overdrawn, and money is worth its face value (R-INV-8)", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 6 }), fc.array(anyGrant, { maxLength: 5 }), (lines, kinds) => {
      const grants = kinds.map((kind, index) => ({ ...kind, id: String(index) }));
      const total = Decimal.sum(lines.map(({ amount }) => amount));
      const made: CreditDraw[] = drawCredit({ currency: "EUR", total, lines }, grants);
      const paid = Decimal.sum(made.map((draw) => draw.paid));
      expect(paid.isZero() || paid.compare(total) <= 0).toBe(true);
      const sumOf = (of: readonly Pick<CreditDraw, "amount" | "paid">[], member: "amount" | "paid") =>
        Decimal.sum(of.map((one) => one[member]));
      for (const { id, amount } of lines) {
        const ofLine = made.flatMap((draw) => draw.lines.filter(({ lineId }) => lineId === id));
        expect(ofLine.length === 0 || sumOf(ofLine, "paid").compare(amount) <= 0).toBe(true);
      }
      for (const { grantId, amount, paid: own, lines: drawn } of made) {
        expect(sumOf(drawn, "amount").equals(amount) && sumOf(drawn, "paid").equals(own)).toBe(true);
        const one = grants[Number(grantId)];
        expect(amount.isPositive() && own.isPositive() && amount.compare(one?.balance ?? Decimal.zero) <= 0).toBe(true);
        if (one?.currency === "EUR") expect(amount.equals(own)).toBe(true);
      }
      // A first grant that can pay everything is used up before any unpaid amount remains.
      const [first] = grants;
      if (first?.currency === "EUR" && first.productIds.length === 0 && total.isPositive()) {
        const open = Decimal.min(first.balance, Decimal.min(total, payable(lines)));
        const drawn = made.find(({ grantId }) => grantId === first.id)?.amount ?? Decimal.zero;
        expect(drawn.equals(open)).toBe(true);
      }
    }),
  );
});

/** The sum of the positive lines, less the negative lines of the same product. */
function payable(lines: readonly PayableLine[]): Decimal {
  const above = lines.filter(({ amount }) => amount.isPositive());
  return Decimal.sum(
    [null, ...products].map((productId) => {
      const own = Decimal.sum(above.filter((one) => one.productId === productId).map(({ amount }) => amount));
      const off = lines.filter((one) => one.productId === productId && one.amount.isNegative());
      const left = productId === null ? own : own.plus(Decimal.sum(off.map(({ amount }) => amount)));
      return left.isNegative() ? Decimal.zero : left;
    }),
  );
}

test("units pay what other units left of a line, with as few units as cover it (R-INV-8)", () => {
  const calls = line("100", { metricId: "calls", quantity: Decimal.of("10") });
  const units = (id: string, balance: string) => grant(id, balance, { currency: null, metricId: "calls" });
  // 4 of 10 calls are 40.00 of 100.00; the remaining 60.00 are 6 calls.
  expect(draws([calls], [units("A", "4"), units("B", "10")])).toEqual(["A 4 pays 40", "B 6 pays 60"]);
  // One of a hundred calls that cost a cent together is worth less than a cent.
  expect(draws([line("0.01", { metricId: "calls", quantity: Decimal.of("100") })], [units("A", "1")])).toEqual([]);
});
