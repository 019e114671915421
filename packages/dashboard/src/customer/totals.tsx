import type { HostedInvoice } from "@counterfoil/sdk";
import { classes } from "../design/classes.ts";
import { isZero } from "../format/amount.ts";
import { type Reading, useReading } from "./reading.ts";
import { taxName } from "./tax-name.ts";

/** Where the amount of an invoice below zero went. For a draft, the amount that it will give back. */
function credited({ amountCredited, creditedTo }: HostedInvoice, { words, say }: Reading): [string, string][] {
  if (isZero(amountCredited)) return [];
  if (creditedTo.length === 0) return [[words.amountGivenBack, amountCredited]];
  return creditedTo.map(({ to, amount, invoiceNumber }) => {
    if (to === "invoice") return [say("appliedToNumber", { number: invoiceNumber ?? "" }), amount];
    return [to === "credit_grant" ? words.returnedToPrepaid : words.keptAsCredit, amount];
  });
}

/** The totals from the sum of the lines to the amount due, one step in each row. */
export function Totals({ invoice }: { readonly invoice: HostedInvoice }) {
  const reading = useReading();
  const { words, say, money, percent } = reading;
  const { currency, taxes } = invoice;
  const isGross = taxes.some(({ inclusive }) => inclusive);
  const isCredited = !isZero(invoice.amountCredited);
  const rows: (readonly [name: string, amount: string, isStrong?: boolean])[] = [
    // The first figure is the sum of the lines above.
    isGross ? [words.totalOfItems, invoice.linesTotal] : [words.subtotal, invoice.subtotal],
    ...taxes.map((tax) => {
      const { percentage, base, amount, inclusive } = tax;
      const values = { name: taxName(tax, words), percentage: `${percent(percentage)}`, base: money(base, currency) };
      return [say(inclusive ? "includesTaxOn" : "taxOn", values), amount] as const;
    }),
    ...(isGross ? [[words.netAmount, invoice.subtotal] as const] : []),
    [words.total, invoice.total, true],
    ...(isZero(invoice.creditsApplied) || isCredited
      ? []
      : [[words.creditsApplied, `-${invoice.creditsApplied}`] as const]),
    ...credited(invoice, reading),
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
