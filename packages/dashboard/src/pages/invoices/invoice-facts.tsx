import { pageAt } from "../../routing/page-at.ts";
import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { CopyButton } from "../../design/code.tsx";
import { DateOf, Day, Nothing } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import { EInvoiceFact } from "../../named/e-invoice-fact.tsx";
import { SubscriptionName } from "../../named/subscription-name.tsx";

export function InvoiceFacts({ invoice }: { readonly invoice: Invoice }) {
  const { id, subscriptionId, billingDate, issueDate, dueDate, timezone } = invoice;
  const { paymentTerms, purchaseOrderNumber, buyerReference, memo, footer } = invoice;
  return (
    <Card title="Details">
      <Facts>
        <Fact name="Subscription">
          {subscriptionId === null ? (
            "None (manual invoice)"
          ) : (
            <span className="text-accent">
              <SubscriptionName id={subscriptionId} isLink />
            </span>
          )}
        </Fact>
        <Fact name="Billing date">
          <DateOf date={billingDate} />
        </Fact>
        <Fact name="Issued">
          <Day instant={issueDate} timezone={timezone} />
        </Fact>
        <Fact name="Due">
          <Day instant={dueDate} timezone={timezone} />
        </Fact>
        <Fact name="Terms">{toWords(paymentTerms)}</Fact>
        <Fact name="PO number">{purchaseOrderNumber ?? <Nothing />}</Fact>
        <Fact name="Buyer reference">{buyerReference ?? <Nothing />}</Fact>
        <Fact name="Memo">{memo ?? <Nothing />}</Fact>
        <Fact name="Footer">{footer ?? <Nothing />}</Fact>
        <EInvoiceFact eInvoice={invoice.eInvoice} />
        {invoice.externalId !== null && (
          <Fact name={toWords(invoice.externalProvider ?? "external ID")}>{invoice.externalId}</Fact>
        )}
        <Fact name="ID">
          <span className="flex items-center gap-1">
            <span className="min-w-0 truncate font-mono text-xs">{id}</span>
            <CopyButton text={id} label="Copy ID" className="-my-2" />
          </span>
        </Fact>
        <Fact name="Journal">
          <Link {...pageAt("/journal", { object: id })} className="text-accent hover:underline">
            Journal entries
          </Link>
        </Fact>
      </Facts>
    </Card>
  );
}
