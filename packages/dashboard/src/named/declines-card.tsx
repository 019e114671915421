import type { SubscriptionQuote } from "@counterfoil/sdk";
import { Card, Fact, Facts } from "../design/card.tsx";
import { Instant, Nothing } from "../design/when.tsx";

/** Who declined the quote, when and why, latest first. */
export function DeclinesCard({ quote }: { readonly quote: SubscriptionQuote | null | undefined }) {
  if (quote === null || quote === undefined || quote.declines.length === 0) return null;
  return (
    <Card title={quote.declines.length === 1 ? "Decline" : "Declines"}>
      <ul className="flex flex-col gap-4">
        {quote.declines.map((decline) => (
          <li key={decline.declinedAt + decline.revision} className="border-line not-first:border-t not-first:pt-4">
            <Facts>
              <Fact name="Declined by">{decline.declinerName}</Fact>
              <Fact name="Reason">
                {decline.reason === null ? (
                  <Nothing />
                ) : (
                  <span className="own-direction whitespace-pre-line">{decline.reason}</span>
                )}
              </Fact>
              <Fact name="Declined at">
                <Instant instant={decline.declinedAt} />
              </Fact>
              <Fact name="Email">{decline.declinerEmail ?? <Nothing />}</Fact>
              <Fact name="Revision">{decline.revision}</Fact>
              <Fact name="IP address">{decline.networkAddress}</Fact>
            </Facts>
          </li>
        ))}
      </ul>
    </Card>
  );
}
