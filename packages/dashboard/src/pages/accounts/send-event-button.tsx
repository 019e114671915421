import { Suspense } from "react";
import { Button } from "../../design/button.tsx";
import { whenShown } from "../../design/when-shown.tsx";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";

const SendEventDialog = whenShown(() =>
  import("../usage/send/send-event-dialog.tsx").then(({ SendEventDialog }) => SendEventDialog),
);

/** Opens the dialog that sends a usage event of the account. */
export function SendEventButton({ accountId }: { readonly accountId: string }) {
  const [search, change] = useAddress("/accounts/$accountId");
  const mayIngest = useMay("ingest");
  if (!mayIngest) return null;
  return (
    <>
      <Button onClick={() => change({ do: "send" })}>Send event</Button>
      <Suspense fallback={null}>
        {search.do === "send" && (
          <SendEventDialog
            accountId={accountId}
            eventName={undefined}
            onClose={() => change({ do: undefined }, { replace: true })}
          />
        )}
      </Suspense>
    </>
  );
}
