import { Badge } from "../../design/badge.tsx";
import { Day, Nothing } from "../../design/when.tsx";
import { systemNow } from "../../format/clock.ts";
import { useQuoteExpiry } from "./use-quote-expiry.ts";

/** Until when the link of a quote works, and whether that is over. */
export function QuoteExpiry({ id }: { readonly id: string }) {
  const expiresAt = useQuoteExpiry(id);
  if (expiresAt === null) return <Nothing />;
  return (
    <span className="inline-flex items-center gap-2">
      <Day instant={expiresAt} />
      {new Date(expiresAt).getTime() < systemNow() && <Badge tone="warn">Expired</Badge>}
    </span>
  );
}
