import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { CopyButton } from "../../design/code.tsx";
import { DateOf, Day, Nothing } from "../../design/when.tsx";
import { nameOfProfile } from "../../format/e-invoice-profiles.ts";
import { toWords } from "../../format/words.ts";
import { SubscriptionName } from "../subscriptions/subscription-name.tsx";

export function InvoiceFacts({ invoice }: { readonly invoice: Invoice }) {
  const { id, subscriptionId, billingDate, issueDate, dueDate, timezone } = invoice;
  const { paymentTerms, purchaseOrderNumber, memo, footer } = invoice;
  return (
    <Card title="About it">
      <Facts>
        <Fact name="Subscription">
          {subscriptionId === null ? (
            "None: written by hand"
          ) : (
            <span className="text-accent">
              <SubscriptionName id={subscriptionId} isLink />
            </span>
          )}
        </Fact>
        <Fact name="Billed for">
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
        <Fact name="Memo">{memo ?? <Nothing />}</Fact>
        <Fact name="Footer">{footer ?? <Nothing />}</Fact>
        {invoice.eInvoice !== null && (
          <Fact name="E-invoice">
            <EInvoiceFact eInvoice={invoice.eInvoice} />
          </Fact>
        )}
        {invoice.externalId !== null && (
          <Fact name={toWords(invoice.externalProvider ?? "external id")}>{invoice.externalId}</Fact>
        )}
        <Fact name="Id">
          <span className="flex items-center gap-1">
            <span className="min-w-0 truncate font-mono text-xs">{id}</span>
            <CopyButton text={id} label="Copy the id" className="-my-2" />
          </span>
        </Fact>
        <Fact name="In the journal">
          <Link to={`/journal?object=${id}`} className="text-accent hover:underline">
            Its postings
          </Link>
        </Fact>
      </Facts>
    </Card>
  );
}

/** Whether the invoice is XML, and what it lacks: set for the next one, for an issued invoice never changes. */
function EInvoiceFact({ eInvoice }: { readonly eInvoice: NonNullable<Invoice["eInvoice"]> }) {
  const { profile, status, missing } = eInvoice;
  const name = nameOfProfile(profile);
  if (status === "ready") return `Valid: ${name}`;
  return (
    <>
      <span className="text-bad">Not valid: {name}</span>
      <ul className="mt-1 list-disc pl-4 text-xs text-muted">
        {missing.map(({ rule, detail }) => (
          <li key={`${rule} ${detail}`}>
            {rule}: {detail}
          </li>
        ))}
      </ul>
    </>
  );
}
