import { readAgain } from "../server/stale.ts";
import { useQuery } from "@tanstack/react-query";
import { client } from "../server/client.ts";
import { asked } from "../server/asked.ts";
import { useMay } from "../server/session.ts";
import { FailureLine, Skeleton } from "../design/states.tsx";
import { RevocableLinks } from "./revocable-links.tsx";

/** The payment links of an invoice, newest first. */
export function PaymentLinks({ invoiceId }: { readonly invoiceId: string }) {
  const mayBill = useMay("billing");
  const { data, error, isPending } = useQuery({
    ...asked((api, signal) =>
      api.invoices.listLinks(invoiceId, { sort: "createdAt:desc", limit: 100 }, { signal }).all(),
    ),
  });
  if (isPending) return <Skeleton className="h-10" />;
  if (error !== null) return <FailureLine error={error} />;
  if (data.length === 0) return <p className="text-sm text-muted">No payment links yet.</p>;
  return (
    <RevocableLinks
      label="Payment links"
      title="Payment link"
      links={data}
      mayRevoke={mayBill}
      revoke={async (id) => await client.invoices.revokeLink(invoiceId, id)}
      create={({ portalLinkId }) =>
        portalLinkId !== null
          ? undefined
          : async () => {
              const { hostedInvoiceUrl, expiresAt } = await client.invoices.createLink(invoiceId);
              return { url: hostedInvoiceUrl, expiresAt };
            }
      }
      onChanged={() => readAgain("invoices")}
      note={({ portalLinkId }) => portalLinkId !== null && "· Opened in the portal"}
    />
  );
}
