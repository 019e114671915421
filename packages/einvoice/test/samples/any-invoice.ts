import { Decimal } from "@counterfoil/engine";
import fc from "fast-check";
import type { ElectronicInvoice, ElectronicInvoiceLine } from "../../src/index.ts";
import { buyer, decimal, invoiceOf, line, onDocument, seller } from "./build.ts";

/** Any text after a letter, so that it is not blank. */
const anyText = fc.string({ unit: "binary", maxLength: 40 }).map((text) => `x${text}`);
const anyDecimal = (from: number, to: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 0, max: decimals }))
    .map(([coefficient, scale]) => decimal(`${coefficient}e-${scale}`));

function anyLine(rates: readonly string[]): fc.Arbitrary<ElectronicInvoiceLine> {
  return fc
    .record({
      quantity: anyDecimal(-10_000_000, 10_000_000, 6),
      net: anyDecimal(0, 1_000_000, 8),
      rate: fc.constantFrom(...rates),
      name: anyText,
      isPerThousand: fc.boolean(),
    })
    .map(({ quantity, net, rate, name, isPerThousand }) => {
      const base = isPerThousand ? decimal("1000") : null;
      const amount = quantity.times(net).dividedBy(base ?? Decimal.one, 2, "half_away_from_zero");
      const one = line("0", quantity.toString(), net.toString(), amount.toString(), rate);
      return { ...one, price: { net, gross: null, baseQuantity: base }, item: { ...one.item, name } };
    });
}

const anyAllowances = (rates: readonly string[]) =>
  fc.array(
    fc
      .record({ amount: anyDecimal(0, 100_000, 2), reason: anyText, rate: fc.constantFrom(...rates) })
      .map(({ amount, reason, rate }) => onDocument(amount.toString(), reason, rate)),
    { maxLength: 2 },
  );

/** All lines are within the scope of VAT, in any categories, or all are outside it. */
export const anyInvoice: fc.Arbitrary<ElectronicInvoice> = fc
  .constantFrom(["S 19", "S 7", "S 8.875", "Z 0", "E 0", "AE 0", "K 0", "G 0", "L 7"], ["O"])
  .chain((rates) =>
    fc
      .record({
        lines: fc.array(anyLine(rates), { minLength: 1, maxLength: 6 }),
        allowances: anyAllowances(rates),
        surcharges: anyAllowances(rates),
        prepaid: anyDecimal(0, 100_000, 2),
        number: anyText,
        name: anyText,
        typeCode: fc.constantFrom("380", "381"),
        isOutside: fc.constant(rates.length === 1),
      })
      .map(({ lines, allowances, surcharges, prepaid, number, name, typeCode, isOutside }) => {
        const invoice = invoiceOf({
          number,
          typeCode,
          lines: lines.map((one, index) => ({ ...one, id: String(index + 1) })),
          allowances,
          surcharges,
          seller: isOutside ? { ...seller, vatIdentifier: null } : seller,
          buyer: { ...buyer, name, vatIdentifier: isOutside ? null : buyer.vatIdentifier },
          delivery: { name: null, location: null, deliveredOn: "2026-01-31", address: buyer.address },
        });
        return { ...invoice, totals: { ...invoice.totals, prepaid, due: invoice.totals.withVat.minus(prepaid) } };
      }),
  );
