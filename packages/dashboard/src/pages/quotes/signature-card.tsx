import { useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";

/** The proof that a quote was accepted: who, when, from where, and the hash of what was signed. */
export function SignatureCard({ subscriptionId }: { readonly subscriptionId: string }) {
  const { data, error } = useQuery({
    ...asked((api, signal) => api.subscriptions.getQuoteSignature(subscriptionId, { signal })),
  });
  return (
    <Card title="Signature">
      <FailureLine error={error} />
      {data === undefined ? (
        error === null && <Skeleton className="h-28" />
      ) : (
        <Facts>
          <Fact name="Signed by">
            {data.signerName}
            {data.signerJobTitle !== null && `, ${data.signerJobTitle}`}
          </Fact>
          <Fact name="Email">{data.signerEmail}</Fact>
          <Fact name="Signed at">
            <Instant instant={data.signedAt} />
          </Fact>
          <Fact name="IP address">{data.networkAddress}</Fact>
          <Fact name="SHA-256">
            <code className="text-xs break-all">{data.sha256}</code>
          </Fact>
        </Facts>
      )}
    </Card>
  );
}
