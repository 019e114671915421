import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { decideTax } from "../../src/tax/decide-tax.ts";
import { dayOfSupply, lineParts, type TaxableLine, type TaxSources } from "../../src/tax/line-parts.ts";
import { rate, terms } from "./support.ts";

const date = (text: string) => Temporal.PlainDate.from(text);

/** A line in January, of a price with the name of the product's tax category. */
function line(amount: string, members: Partial<TaxableLine> & { period?: string } = {}): TaxableLine {
  const { period = "2026-01-01 2026-02-01", ...rest } = members;
  const [start = "", end = ""] = period.split(" ");
  const service = { start: date(start), end: date(end) };
  return {
    kind: "recurring",
    priceId: "books",
    productId: null,
    adjustmentId: null,
    service,
    countedOn: service.start,
    countedInterval: null,
    amount: Decimal.of(amount),
    ...rest,
  };
}

const discount = (amount: string, members: Partial<TaxableLine> & { period?: string } = {}) =>
  line(amount, { kind: "discount", priceId: null, adjustmentId: "disc_1", ...members });

const rates = [rate("full", "20"), rate("half", "10", { taxCategory: "books" })];
const sources: TaxSources = {
  terms: terms({}, { mode: "manual", rates }),
  currency: "EUR",
  on: date("2026-01-01"),
  priceTax: ({ priceId }) => ({ taxCategory: priceId, taxRateIds: [] }),
};

/** `-6.00@20 -3.00@10` for each line. */
function placed(...given: TaxableLine[]): string[] {
  return lineParts(given, sources).map((parts) =>
    parts.map(({ amount, taxes }) => `${amount.toFixed(2)}@${taxes.map((tax) => tax.percentage).join("+")}`).join(" "),
  );
}

test("a discount follows the lines that it reduces, in proportion (R-SUB-8, R-INV-6)", () => {
  expect(placed(line("100.00"), line("200.00", { priceId: "app" }), discount("-30.00"))).toEqual([
    "100.00@10",
    "200.00@20",
    "-10.00@10 -20.00@20",
  ]);
  // For items of a version: only their lines.
  const ofItems = discount("-30.00", { scopePriceIds: ["app", "seat"] });
  expect(placed(line("100.00"), line("200.00", { priceId: "app" }), ofItems)[2]).toBe("-30.00@20");
  expect(placed(line("100.00"), discount("-30.00", { scopePriceIds: [] }))[1]).toBe("-30.00@10");
  // For one price: only its lines.
  expect(placed(line("100.00"), line("200.00", { priceId: "app" }), discount("-30.00", { priceId: "app" }))[2]).toBe(
    "-30.00@20",
  );
});

test("a percentage applies to each line that it reduces, credits included (R-SUB-8, R-INV-6)", () => {
  const percent = (amount: string, value: string, positions: number[], isLimited = false) =>
    discount(amount, { percentage: { value: Decimal.of(value), isLimited, positions } });
  const app = (amount: string) => line(amount, { priceId: "app" });
  expect(placed(app("-150.00"), line("75.00"), percent("37.50", "50", [0, 1]))[2]).toBe("75.00@20 -37.50@10");
  expect(placed(app("-150.00"), line("-150.00"), percent("150.00", "50", [0, 1]))[2]).toBe("75.00@20 75.00@10");
  // Each share follows its own lines, however small their sum: 50% of 0.01 is rounded to 0.01.
  expect(placed(app("100.00"), line("-99.99"), percent("-0.01", "50", [0, 1]))[2]).toBe("-50.00@20 49.99@10");
  expect(placed(app("30.00"), line("70.00"), percent("-3.00", "10", [0]))[2]).toBe("-3.00@20");
  // Credit notes left 9.00 of the 30.00, and then nothing.
  const back = [app("-200.00"), line("-100.00")];
  expect(placed(...back, percent("9.00", "10", [0, 1], true))[2]).toBe("6.00@20 3.00@10");
  expect(placed(...back, percent("0.00", "10", [0, 1], true))[2]).toBe("0.00@20 0.00@10");
});

test("a correction has the taxes that are frozen with the corrected line, in proportion (R-INV-6)", () => {
  const frozen = (amount: string, ...percentages: string[]) => ({
    amount: Decimal.of(amount),
    taxes: percentages.map((percentage) => ({ ...rate("old", percentage), taxRateId: "old" })),
  });
  const credit = (amount: string, ...corrects: ReturnType<typeof frozen>[]) =>
    placed(line(amount, { kind: "credit", corrects }))[0];
  // The current rate of books is 10%.
  expect(credit("-150.00", frozen("300.00", "19"))).toBe("-150.00@19");
  expect(credit("-150.00", frozen("200.00", "19"), frozen("100.00", "7"))).toBe("-100.00@19 -50.00@7");
  expect(credit("-150.00", frozen("300.00"))).toBe("-150.00@");
  // Usage within a free tier, and usage that was already given back, still determine the taxes.
  expect(credit("5.00", frozen("0.00", "19"))).toBe("5.00@19");
  expect(credit("5.00", frozen("30.00", "19"), frozen("-30.00", "7"))).toBe("5.00@19");
  // If the line was billed again at another rate since, an additional charge follows that rate, and does not increase
  // what was given back.
  expect(credit("12.13", frozen("112.81", "7"), frozen("-34.61"))).toBe("12.13@7");
  expect(credit("-90.33", frozen("112.81", "7"), frozen("12.13", "7"), frozen("-34.61"))).toBe("-124.94@7 34.61@");
  expect(
    decideTax([line("-10.00", { corrects: [frozen("10.00", "19")] })], {
      ...sources,
      terms: terms({}, { mode: "none" }),
    }),
  ).toMatchObject({
    tax: Decimal.of("-1.90"),
  });
});

test("a limit that gives back beyond its invoice has the taxes of what was billed in its period (R-SUB-8, R-INV-6)", () => {
  const frozen = (amount: string, percentage: string) => ({
    amount: Decimal.of(amount),
    taxes: [{ ...rate("old", percentage), taxRateId: "old" }],
  });
  const maximum = (amount: string, billed: ReturnType<typeof frozen>[], members: Partial<TaxableLine> = {}) =>
    discount(amount, { kind: "maximum", billed, ...members });
  const [week, other] = [line("90.00", { priceId: "app" }), line("70.00", { period: "2026-02-01 2026-02-08" })];
  // Alone, or together with another month: the 90.00 and 10.00 with which two weeks were billed. The current rate is
  // 20%.
  expect(placed(maximum("-54.84", [frozen("90.00", "19"), frozen("10.00", "19")]))[0]).toBe("-54.84@19");
  expect(placed(other, maximum("-54.84", [frozen("100.00", "19")]))[1]).toBe("-54.84@19");
  expect(placed(maximum("-50.00", [frozen("60.00", "19"), frozen("40.00", "7")]))[0]).toBe("-30.00@19 -20.00@7");
  // It first reduces the charges of its own invoice. The rest follows the earlier weeks.
  expect(placed(week, maximum("-80.00", [frozen("90.00", "19")]))[1]).toBe("-80.00@20");
  expect(placed(week, maximum("-134.84", [frozen("100.00", "19")]))[1]).toBe("-90.00@20 -44.84@19");
  // A limit of zero, which credit notes settled, still shows its taxes.
  expect(placed(maximum("0.00", [frozen("90.00", "19")]))[0]).toBe("0.00@19");
  // It also reverses credits of these charges.
  const credit = line("-160.00", { kind: "credit", corrects: [frozen("310.00", "19")] });
  expect(placed(credit, maximum("63.23", [frozen("200.00", "19")]))[1]).toBe("63.23@19");
  expect(placed(credit, maximum("170.00", [frozen("200.00", "7")]))[1]).toBe("160.00@19 10.00@7");
  expect(placed(credit, maximum("-10.00", [frozen("310.00", "19"), frozen("50.00", "7")]))[1]).toBe(
    "-7.50@19 -2.50@7", // 150.00 and 50.00 remain
  );
});

test("a limit counts only its period's share of a line that serves several periods (R-SUB-8, R-INV-6)", () => {
  const frozen = (amount: string, percentage: string) => ({
    amount: Decimal.of(amount),
    taxes: [{ ...rate("old", percentage), taxRateId: "old" }],
  });
  // A half year billed at 19% ends in its first quarter. Of the 600.00 given back, 200.00 are of this quarter.
  const credit = line("-600.00", { kind: "credit", corrects: [frozen("700.00", "19")] });
  const usage = line("300.00", { priceId: "app" });
  const counted = [
    { position: 0, share: { before: 0, through: 1, of: 3 } },
    { position: 1, share: null },
  ];
  // −200.00 + 300.00 = 100.00 on this invoice: the usage is taken off, and with the credit its part of the maximum is given back.
  // The other 120.00 are of the 160.00 that other invoices billed in the quarter.
  const maximum = discount("-220.00", { kind: "maximum", billed: [frozen("160.00", "19")], counted });
  expect(placed(credit, usage, maximum)[2]).toBe("80.00@19 -300.00@20");
  // Without other invoices, too: 100.00 @ 10 and 90.00 / 3 @ 20.
  const books = line("100.00");
  const long = line("90.00", { priceId: "app" });
  const lower = discount("-13.00", {
    kind: "maximum",
    counted: [
      { position: 0, share: null },
      { position: 1, share: { before: 1, through: 2, of: 3 } },
    ],
  });
  expect(placed(books, long, lower)[2]).toBe("-10.00@10 -3.00@20");
});

test("what gives back more than its lines sum to follows only charges (R-INV-6)", () => {
  const frozen = (amount: string, percentage: string) => ({
    amount: Decimal.of(amount),
    taxes: [{ ...rate(`old_${percentage}`, percentage), taxRateId: `old_${percentage}` }],
  });
  const corrects = [frozen("300.00", "20"), frozen("-290.00", "7")];
  // In proportion to 300.00 and −290.00 it would be −1,500.00 and 1,450.00.
  expect(placed(line("-50.00", { kind: "correction", corrects }))[0]).toBe("-50.00@20");
  expect(placed(line("-8.00", { kind: "correction", corrects }))[0]).toBe("-240.00@20 232.00@7");
});

test("a limit for a month follows what was billed for the year (R-SUB-8, R-INV-6)", () => {
  const year = line("1200.00", { priceId: "app", period: "2026-01-01 2027-01-01", countedInterval: "yearly" });
  const gone = line("90.00", { period: "2025-12-01 2026-01-01" });
  const trueUp = (members: Partial<TaxableLine> & { period?: string }) =>
    line("50.00", { kind: "minimum", priceId: null, adjustmentId: "min", period: "2026-03-01 2026-04-01", ...members });
  expect(placed(gone, year, trueUp({ countedInterval: "monthly" }))[2]).toBe("50.00@20");
  // A limit of an earlier release does not state its interval, so it follows all lines.
  expect(placed(gone, year, trueUp({ countedInterval: null }))[2]).toBe("3.49@10 46.51@20"); // 50.00 × 90/1290
  expect(placed(gone, year, trueUp({ countedInterval: "monthly", period: "2027-03-01 2027-04-01" }))[2]).toBe(
    "3.49@10 46.51@20",
  );
});

test("a credit takes back its share of a discount", () => {
  // 10% of 90 − 45 = −4.50: −9.00 for the charge, +4.50 for the credit.
  expect(placed(line("90.00", { priceId: "app" }), line("-45.00", { kind: "credit" }), discount("-4.50"))[2]).toBe(
    "-9.00@20 4.50@10",
  );
});

test("a discount that is reversed with a credit has the taxes of the credit (R-SUB-8, R-INV-6)", () => {
  const frozen = (amount: string, percentage: string) => ({
    amount: Decimal.of(amount),
    taxes: [{ ...rate("old", percentage), taxRateId: "old" }],
  });
  const credit = (amount: string, percentage: string) =>
    line(`-${amount}`, { kind: "credit", corrects: [frozen(amount, percentage)] });
  const back = [credit("200.00", "19"), credit("100.00", "7")];
  // 60.00 off 300.00: 40.00 and 20.00. The current rates are 20% and 10%.
  expect(placed(...back, discount("60.00"))[2]).toBe("40.00@19 20.00@7");
  // The discount reduced other lines of its period, too: 360.00 in total.
  expect(placed(...back, discount("360.00"))[2]).toBe("240.00@19 120.00@7");
  // The replacing charge takes its share: −300.00 + 150.00 at 20%, and 60.00 × −200/−150, −100/−150 and 150/−150.
  expect(placed(...back, line("150.00", { priceId: "app" }), discount("60.00"))[3]).toBe("80.00@19 40.00@7 -60.00@20");
  // Usage of zero takes no share.
  expect(placed(credit("200.00", "19"), line("0.00"), discount("60.00"))[2]).toBe("60.00@19");
  expect(placed(line("0.00"), line("90.00", { priceId: "app" }), discount("-60.00"))[2]).toBe("-60.00@20");
});

test("a minimum larger than the remaining amount follows the charges, not the credits", () => {
  const trueUp = discount("99.00", { kind: "minimum" });
  expect(placed(line("2.00", { priceId: "app" }), line("-1.00"), trueUp)[2]).toBe("99.00@20");
  expect(placed(line("2.00", { priceId: "app" }), line("1.00"), trueUp)[2]).toBe("66.00@20 33.00@10");
});

test("a maximum also follows earlier discounts", () => {
  // 100.00 − 20.00 of books and 80.00: each gets half.
  const given = [line("100.00"), line("80.00", { priceId: "app" }), discount("-20.00", { priceId: "books" })];
  expect(placed(...given, discount("-60.00", { kind: "maximum" }))[3]).toBe("-30.00@10 -30.00@20");
});

test("an adjustment follows the lines of its own period if there are any", () => {
  const december = line("100.00", { period: "2025-12-01 2026-01-01" });
  const january = line("100.00", { priceId: "app" });
  expect(placed(december, january, discount("-10.00"))[2]).toBe("-10.00@20");
  expect(placed(december, january, discount("-10.00", { period: "2025-12-01 2026-01-01" }))[2]).toBe("-10.00@10");
  expect(placed(december, january, discount("-10.00", { period: "2025-01-01 2025-02-01" }))[2]).toBe(
    "-5.00@10 -5.00@20",
  );
});

test("an adjustment without lines has the taxes of its price, or of an ordinary line", () => {
  expect(placed(discount("50.00", { kind: "minimum", priceId: "books" }))).toEqual(["50.00@10"]);
  expect(placed(discount("50.00", { kind: "minimum" }))).toEqual(["50.00@20"]);
  // Nothing remains of the lines that it adjusts, so it is treated as an ordinary line, too.
  expect(placed(line("0.00"), line("0.00", { priceId: "app" }), discount("50.00", { kind: "minimum" }))[2]).toBe(
    "50.00@20",
  );
});

test("the day of supply is the end of past service, the billing date of future service, and the old day for a credit", () => {
  const on = date("2026-01-01");
  const dayOf = (given: TaxableLine) => dayOfSupply(given, on).toString();
  expect(dayOf(line("1.00", { kind: "usage", period: "2025-12-01 2026-01-01" }))).toBe("2025-12-31");
  expect(dayOf(line("1.00"))).toBe("2026-01-01");
  const credit = line("-1.00", { kind: "credit", period: "2025-12-16 2026-01-01", countedOn: date("2025-12-01") });
  expect(dayOf(credit)).toBe("2025-12-01");
});

test("stores nothing if no tax is decided", () => {
  const untaxed = decideTax([line("10.00")], { ...sources, terms: terms({}, { mode: "none" }) });
  expect(untaxed).toMatchObject({ taxes: [], lines: [[]] });
  expect(untaxed.total.toFixed(2)).toBe("10.00");
  expect(decideTax([line("10.00")], sources).total.toFixed(2)).toBe("11.00");
});
