import { useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";

/** Until when the link of a quote works. Only the audit log tells it, so only who may read that sees it. */
export function useQuoteExpiry(id: string): string | null {
  const mayAdminister = useMay("admin");
  const { data } = useQuery({
    ...asked((api, signal) => api.audit.list({ objectId: id, action: "subscription.sent", limit: 1 }, { signal })),
    enabled: mayAdminister,
  });
  const change: unknown = data?.items[0]?.changes["quoteExpiresAt"];
  if (typeof change !== "object" || change === null || !("after" in change)) return null;
  return typeof change.after === "string" ? change.after : null;
}
