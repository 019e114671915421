import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Money } from "../../design/money.tsx";
import { formatMoney, formatPercent, isZero } from "../../format/amount.ts";

/** From the sum of the lines to the amount due: taxes rate by rate, credit, payments. */
export function InvoiceTotals({ invoice }: { readonly invoice: Invoice }) {
  const { currency, subtotal, taxes, total, creditsApplied, amountPaid, amountRemaining, status } = invoice;
  const isGross = taxes.some(({ inclusive }) => inclusive);
  const isCredited = !isZero(invoice.amountCredited);
  const money = (amount: string, strong = false) => <Money amount={amount} currency={currency} strong={strong} />;
  return (
    <dl className="ml-auto flex max-w-md flex-col gap-y-1.5 px-4 py-4 text-sm">
      {/* The first figure is the sum of the lines above. */}
      {isGross ? (
        <Row name="Total of items">{money(invoice.linesTotal)}</Row>
      ) : (
        <Row name="Subtotal">{money(subtotal)}</Row>
      )}
      {taxes.length === 0 && <Row name="Tax">{money(invoice.tax)}</Row>}
      {taxes.map(({ name, percentage, base, amount, inclusive, reason, country }) => (
        <Row
          key={`${name} ${percentage} ${country ?? ""} ${base}`}
          name={
            <>
              {inclusive ? "Includes " : ""}
              {name} {formatPercent(percentage)} of {formatMoney(base, currency)}
              {reason !== null && <span className="block text-xs">{reason}</span>}
            </>
          }
        >
          {money(amount)}
        </Row>
      ))}
      {isGross && <Row name="Net amount">{money(subtotal)}</Row>}
      <Row name={<span className="font-semibold text-ink">Total</span>}>{money(total, true)}</Row>
      {isCredited && <CreditedRows invoice={invoice} />}
      {!isZero(creditsApplied) && !isCredited && <Row name="Credit applied">{money(creditsApplied)}</Row>}
      {!isZero(amountPaid) && <Row name="Paid">{money(amountPaid)}</Row>}
      {status !== "draft" && (
        <Row name={<span className="font-semibold text-ink">Amount due</span>}>{money(amountRemaining, true)}</Row>
      )}
    </dl>
  );
}

/** Where the amount of an invoice below zero went. For a draft, the amount that it will give back. */
function CreditedRows({ invoice: { amountCredited, creditedTo, currency } }: { readonly invoice: Invoice }) {
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  if (creditedTo.length === 0) return <Row name="Amount credited">{money(amountCredited)}</Row>;
  return creditedTo.map((part) => (
    <Row key={`${part.to} ${part.invoiceId ?? part.creditGrantId ?? ""}`} name={<WentTo part={part} />}>
      {money(part.amount)}
    </Row>
  ));
}

function WentTo({ part: { to, invoiceId, invoiceNumber } }: { readonly part: Invoice["creditedTo"][number] }) {
  if (to === "account_credit") return "Added to account credit";
  if (to === "credit_grant" || invoiceId === null) return "Returned to prepaid credit";
  return (
    <>
      Applied to invoice{" "}
      <Link to={`/invoices/${invoiceId}`} className="text-accent hover:underline">
        {invoiceNumber ?? invoiceId}
      </Link>
    </>
  );
}

/** An amount that does not fit next to its name wraps to the next line. Neither breaks between digits. */
function Row({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="max-w-full min-w-min flex-1 basis-20 break-words text-muted">{name}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  );
}
