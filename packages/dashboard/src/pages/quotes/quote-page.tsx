import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useRecent } from "../../routing/recent.ts";
import { useParam } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Day, Nothing } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import { AccountLink, useAccountZone } from "../../named/account-name.tsx";
import { ContractDay } from "../../named/contract-day.tsx";
import { SendQuoteDialog } from "../subscriptions/actions/send-quote-dialog.tsx";
import { SubscriptionActions } from "../subscriptions/actions/subscription-actions.tsx";
import { DraftPreview } from "../subscriptions/draft-preview.tsx";
import { subscriptionQueries } from "../subscriptions/subscription-queries.ts";
import { VersionLines } from "../subscriptions/version-lines.tsx";
import { quoteStatus } from "../../named/quote-status.ts";
import { DeclinesCard } from "../../named/declines-card.tsx";
import { QuoteDocumentCard } from "./quote-document-card.tsx";
import { QuoteExpiry } from "./quote-expiry.tsx";
import { SignatureCard } from "./signature-card.tsx";

/** One quote: its status, its content, what it would bill, its signature, and its document. */
export function QuotePage() {
  const id = useParam("/quotes/$quoteId");
  const { data: quote, error, refetch } = useQuery(subscriptionQueries.one(id));
  useRecent({ to: `/quotes/${id}`, name: quote?.name, kind: "Quote" });
  const link = useQuery(subscriptionQueries.quote(id)).data;
  const versions = useQuery(subscriptionQueries.versions(id)).data;
  const happened = useQuery(subscriptionQueries.notifications(id)).data;
  const timeZone = useAccountZone(quote?.accountId);
  const mayWrite = useMay("write");
  const [isLinking, setLinking] = useState(false);
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
      aside={<StatusBadge status={quoteStatus(quote, link)} />}
      note={
        <>
          <AccountLink id={quote.accountId} />
          {typeof link?.reference === "string" && ` · ${link.reference}`}
        </>
      }
      actions={<SubscriptionActions subscription={quote} />}
    >
      <div className="grid gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Status">
            <Facts>
              <Fact name="Quote number">{link?.reference ?? <Nothing />}</Fact>
              <Fact name="Sent">
                <Day instant={link?.sentAt ?? null} />
              </Fact>
              <Fact name="Link expires">
                {quote.status === "sent" && typeof link?.expiresAt === "string" ? (
                  <QuoteExpiry expiresAt={link.expiresAt} accountId={quote.accountId} />
                ) : (
                  <Nothing />
                )}
              </Fact>
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
              <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-muted">
                  Counterfoil shows the link only when it creates it. If you create a new link, the old link stops
                  working.
                </p>
                {mayWrite && <Button onClick={() => setLinking(true)}>Create new link</Button>}
              </div>
            )}
          </Card>
          <DeclinesCard quote={link} />
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
      {isLinking && <SendQuoteDialog subscription={quote} onClose={() => setLinking(false)} />}
    </Page>
  );
}
