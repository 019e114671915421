import type { Invoice } from "@counterfoil/sdk";
import type { ReactNode } from "react";
import { Money } from "../../design/money.tsx";
import { isNegative } from "../../format/amount.ts";
import { formatDate } from "../../format/dates.ts";
import { InvoiceLines } from "./invoice-lines.tsx";

interface ChangeOutcomeProps {
  /** What the date is: `Effective date`, `Ends`. */
  readonly dateName: string;
  /** A calendar date. Null if there is none. */
  readonly date: ReactNode;
  /** The invoices that are created at once. */
  readonly invoices: readonly Invoice[];
  /** The invoice after that. Null if there is none. */
  readonly nextInvoice: Invoice | null;
}

/** What a change or a cancellation does: from when, what it bills or credits at once with tax, and the next invoice. */
export function ChangeOutcome({ dateName, date, invoices, nextInvoice }: ChangeOutcomeProps) {
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-y-1.5 text-sm">
        <Row name={dateName}>{date}</Row>
        {invoices.length === 0 && <Row name="Due now">Nothing</Row>}
        <Row name="Next invoice">
          {nextInvoice === null ? (
            invoices.length > 0 ? (
              "Shown after the change"
            ) : (
              "None"
            )
          ) : (
            <>
              {formatDate(nextInvoice.billingDate)} ·{" "}
              <Money amount={nextInvoice.total} currency={nextInvoice.currency} strong />
            </>
          )}
        </Row>
      </dl>
      {invoices.map((invoice) => (
        <section key={invoice.id} className="min-w-0">
          <h3 className="text-sm font-semibold">{isNegative(invoice.total) ? "Credited now" : "Due now"}</h3>
          <InvoiceLines
            currency={invoice.currency}
            lines={invoice.lineItems}
            taxes={invoice.taxes}
            subtotal={invoice.subtotal}
            linesTotal={invoice.linesTotal}
            total={invoice.total}
          />
        </section>
      ))}
      {nextInvoice !== null && <p className="text-xs text-muted">The next invoice is based on usage to date.</p>}
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-right">{children}</dd>
    </div>
  );
}
