import type { HostedInvoice } from "@counterfoil/sdk";
import { classes } from "../design/classes.ts";
import { isZero } from "../format/amount.ts";
import { useReading } from "./reading.ts";

/** From the lines to what is due, one step a row. */
export function Totals({ invoice }: { readonly invoice: HostedInvoice }) {
  const { words, say, money, quantity } = useReading();
  const { currency, taxes } = invoice;
  const isGross = taxes.some(({ inclusive }) => inclusive);
  const isCredited = !isZero(invoice.amountCredited);
  const rows: (readonly [name: string, amount: string, isStrong?: boolean])[] = [
    // The first figure is what the lines above add up to.
    isGross ? [words.totalOfItems, invoice.linesTotal] : [words.subtotal, invoice.subtotal],
    ...taxes.map(({ name, percentage, base, amount, inclusive }) => {
      const values = { name, percentage: `${quantity(percentage)} %`, base: money(base, currency) };
      return [say(inclusive ? "includesTaxOn" : "taxOn", values), amount] as const;
    }),
    ...(isGross ? [[words.netAmount, invoice.subtotal] as const] : []),
    [words.total, invoice.total, true],
    ...(isZero(invoice.creditsApplied) || isCredited
      ? []
      : [[words.creditsApplied, `-${invoice.creditsApplied}`] as const]),
    ...(isCredited ? [[words.keptAsCredit, invoice.amountCredited] as const] : []),
    ...(isZero(invoice.amountPaid) ? [] : [[words.paid, `-${invoice.amountPaid}`] as const]),
    [words.amountDue, invoice.amountRemaining, true],
  ];
  return (
    <dl className="ms-auto mt-3 flex w-full max-w-sm flex-col gap-y-1.5 text-sm">
      {rows.map(([name, amount, isStrong]) => (
        <div
          key={name}
          className={classes("flex flex-wrap justify-between gap-x-4", isStrong === true && "font-semibold")}
        >
          <dt
            className={classes("max-w-full min-w-min flex-1 basis-20 break-words", isStrong !== true && "text-muted")}
          >
            {name}
          </dt>
          <dd className="figures ms-auto whitespace-nowrap">{money(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
