import type { QuoteDocument } from "@counterfoil/sdk";
import { classes } from "../design/classes.ts";
import { hasDiscount } from "./agreed.ts";
import { Part } from "./frame.tsx";
import { intervalName } from "./interval-name.ts";
import { type Reading, useReading } from "./reading.ts";
import { taxName } from "./tax-name.ts";

type Figures = NonNullable<QuoteDocument["figures"]>;
type Sum = Pick<Figures["recurring"][number], "currency" | "subtotal" | "taxes" | "total">;
type Row = readonly [name: string, amount: string, isStrong: boolean];

/** The total of the offer with tax: for each interval, and for its fixed term. */
export function QuotedFigures({ document }: { readonly document: QuoteDocument }) {
  const { figures } = document;
  const reading = useReading();
  const { words } = reading;
  if (figures === undefined) return null;
  // The contract value is what is billed. The fixed prices are shown before discounts.
  const before = hasDiscount(document) ? ` (${words.beforeDiscounts})` : "";
  const sums = [
    ...figures.recurring.map((sum) =>
      sumRows(`${words.total} · ${intervalName(sum.interval, reading)}${before}`, sum, reading),
    ),
    ...(figures.contract === null ? [] : [sumRows(words.contractValue, figures.contract, reading)]),
  ];
  if (sums.length === 0) return null;
  return (
    <Part title={words.total}>
      <div className="divide-y divide-line">
        {sums.map((rows, place) => (
          <dl key={place} className="flex flex-col gap-y-1.5 py-3 text-sm first:pt-0 last:pb-0">
            {rows.map(([name, amount, isStrong], index) => (
              <div
                key={`${name} ${index}`}
                className={classes("flex flex-wrap justify-between gap-x-4", isStrong && "font-semibold")}
              >
                <dt className={classes("min-w-0 break-words", !isStrong && "text-muted")}>{name}</dt>
                <dd className="figures ms-auto whitespace-nowrap">{amount}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
      {figures.contract?.isWithoutUsage === true && <p className="mt-3 text-sm text-muted">{words.usageNotIncluded}</p>}
    </Part>
  );
}

/** The amounts without tax, the taxes, and the total. One row if there are no taxes. */
function sumRows(name: string, { currency, subtotal, taxes, total }: Sum, { words, money, percent }: Reading): Row[] {
  if (taxes.length === 0) return [[name, money(total, currency), true]];
  return [
    [words.netAmount, money(subtotal, currency), false],
    ...taxes.map((tax): Row => [
      `${taxName({ name: tax.name, taxRateId: null }, words)} ${percent(tax.percentage)}`,
      money(tax.amount, currency),
      false,
    ]),
    [name, money(total, currency), true],
  ];
}
