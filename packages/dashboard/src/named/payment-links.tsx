import { useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../app/client.ts";
import { useMay } from "../app/session.ts";
import { FailureLine, Skeleton } from "../design/states.tsx";
import { RevocableLinks } from "./revocable-links.tsx";

export function paymentLinksKey(invoiceId: string): readonly string[] {
  return ["invoices", invoiceId, "payment-links"];
}

/** The payment links of an invoice, the newest first. */
export function PaymentLinks({ invoiceId }: { readonly invoiceId: string }) {
  const mayBill = useMay("billing");
  const cache = useQueryClient();
  const queryKey = paymentLinksKey(invoiceId);
  const { data, error, isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      await client.invoices.listLinks(invoiceId, { sort: "createdAt:desc", limit: 100 }, { signal }).all(),
  });
  if (isPending) return <Skeleton className="h-10" />;
  if (error !== null) return <FailureLine error={error} />;
  if (data.length === 0) return <p className="text-sm text-muted">No payment links yet.</p>;
  return (
    <RevocableLinks
      label="Payment links"
      links={data}
      mayRevoke={mayBill}
      revoke={async (id) => await client.invoices.revokeLink(invoiceId, id)}
      onRevoked={() => cache.invalidateQueries({ queryKey })}
      note={({ portalLinkId }) => portalLinkId !== null && "· Opened in the portal"}
    />
  );
}
