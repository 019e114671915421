import { readAgain } from "../../server/stale.ts";
import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { RevocableLinks } from "../../named/revocable-links.tsx";
import { accountQueries } from "./account-queries.ts";
import { PortalLinkDialog } from "./portal-link-dialog.tsx";

/** The links to the customer's portal: create a link, see which ones work, revoke one. */
export function PortalLinks({ account }: { readonly account: Account }) {
  const mayWrite = useMay("write");
  const [isLinking, setLinking] = useState(false);
  const query = accountQueries.portalLinks(account.id);
  const { data, error, isPending } = useQuery(query);
  const refresh = () => readAgain("accounts");
  return (
    <Card
      title="Customer portal"
      note="The customer can use a link to view subscriptions, usage, and invoices without signing in."
      actions={mayWrite && <Button onClick={() => setLinking(true)}>Create link</Button>}
    >
      <FailureLine error={error} />
      {isPending && <Skeleton className="h-10" />}
      {data?.length === 0 && (
        <p className="text-sm text-muted">
          No portal links yet. Create one to give the customer access without a password.
        </p>
      )}
      {data !== undefined && (
        <RevocableLinks
          label="Portal links"
          title="Portal link"
          links={data}
          mayRevoke={mayWrite}
          revoke={async (id) => await client.accounts.revokePortalLink(account.id, id)}
          create={({ mayCancel, returnUrl }) =>
            async () =>
              await client.accounts.createPortalLink(account.id, { mayCancel, returnUrl })
            }
          onChanged={refresh}
          note={({ mayCancel }) => mayCancel && "· Can cancel subscriptions"}
        />
      )}
      {isLinking && (
        <PortalLinkDialog
          account={account}
          onClose={() => {
            setLinking(false);
            void refresh();
          }}
        />
      )}
    </Card>
  );
}
