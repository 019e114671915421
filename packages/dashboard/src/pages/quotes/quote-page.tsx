import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useParam } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Day, Nothing } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import { AccountLink, useAccountZone } from "../../named/account-name.tsx";
import { ContractDay } from "../../named/contract-day.tsx";
import { SubscriptionActions } from "../subscriptions/actions/subscription-actions.tsx";
import { DraftPreview } from "../subscriptions/draft-preview.tsx";
import { subscriptionQueries } from "../subscriptions/subscription-queries.ts";
import { VersionLines } from "../subscriptions/version-lines.tsx";
import { QuoteDocumentCard } from "./quote-document-card.tsx";
import { QuoteExpiry } from "./quote-expiry.tsx";
import { SignatureCard } from "./signature-card.tsx";

/** One offer: its state, what is offered and what it would bill, who signed it, and its document. */
export function QuotePage() {
  const id = useParam("quoteId");
  const { data: quote, error, refetch } = useQuery(subscriptionQueries.one(id));
  const versions = useQuery(subscriptionQueries.versions(id)).data;
  const happened = useQuery(subscriptionQueries.notifications(id)).data;
  const timeZone = useAccountZone(quote?.accountId);
  const trail = [["/quotes", "Quotes"]] as const;
  if (error !== null || quote === undefined) {
    return (
      <Page title="Quote" trail={trail}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  const at = (type: string) => happened?.findLast((one) => one.type === type)?.timestamp ?? null;
  const isOpen = /^(draft|sent|accepted)$/.test(quote.status);
  return (
    <Page
      title={quote.name}
      trail={trail}
      beside={<StatusBadge status={quote.status} />}
      note={<AccountLink id={quote.accountId} />}
      actions={<SubscriptionActions subscription={quote} />}
    >
      <div className="grid gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Status">
            <Facts>
              <Fact name="Sent">
                <Day instant={at("subscription.sent")} />
              </Fact>
              <Fact name="Link expires">{quote.status === "sent" ? <QuoteExpiry id={id} /> : <Nothing />}</Fact>
              <Fact name="Accepted">
                <Day instant={at("subscription.accepted")} />
              </Fact>
              <Fact name="On acceptance">
                {quote.activationMode === "automatic" ? "Activation: automatic" : "Activation: manual"}
              </Fact>
              <Fact name="Starts">
                <ContractDay accountId={quote.accountId} instant={quote.contractStartDate} />
              </Fact>
              <Fact name="Payment terms">{toWords(quote.invoicePaymentTerms)}</Fact>
              <Fact name="Contract">
                <Link to={`/subscriptions/${id}`} className="text-accent hover:underline">
                  View subscription
                </Link>
              </Fact>
            </Facts>
            {quote.status === "sent" && (
              <p className="mt-3 text-sm text-muted">
                Counterfoil shows the link only when it creates it. Send the quote again to get a new link. The old link
                then stops working.
              </p>
            )}
          </Card>
          {quote.signerName !== null && <SignatureCard subscriptionId={id} />}
          <Card title="Items">
            {versions === undefined ? (
              <Skeleton className="h-40" />
            ) : versions[0] === undefined ? (
              <p className="text-sm text-muted">No items yet</p>
            ) : (
              <VersionLines version={versions[0]} timeZone={timeZone} />
            )}
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {isOpen && <DraftPreview subscriptionId={id} />}
          <QuoteDocumentCard subscription={quote} read={() => client.subscriptions.getPdf(id)} />
        </div>
      </div>
    </Page>
  );
}
