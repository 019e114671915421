import { Badge } from "../../design/badge.tsx";
import { Day } from "../../design/when.tsx";
import { useNowOf } from "../clocks/use-present.ts";

/** When the link of a quote expires or expired, by the time of its account. */
export function QuoteExpiry({ expiresAt, accountId }: { readonly expiresAt: string; readonly accountId: string }) {
  const now = useNowOf(accountId);
  return (
    <span className="inline-flex items-center gap-2">
      <Day instant={expiresAt} />
      {now !== null && Date.parse(expiresAt) < now && <Badge tone="warn">Expired</Badge>}
    </span>
  );
}
