import { useMutation } from "@tanstack/react-query";
import { Button } from "../design/button.tsx";
import { FailureLine } from "../design/states.tsx";
import { invoices } from "./connection.ts";
import { useReading } from "./reading.ts";

/** Asks for a new link to an invoice. It is mailed to the customer's billing address, because anybody may hold this one. */
export function NewLink({ token }: { readonly token: string }) {
  const { words } = useReading();
  const ask = useMutation({ mutationFn: async () => await invoices.mailNewInvoiceLink(token) });
  if (ask.isSuccess) {
    return (
      <p role="status" className="rounded-md bg-good-soft p-3 text-sm text-good">
        {words.newLinkSent}
      </p>
    );
  }
  return (
    <div className="flex flex-col items-center gap-3">
      <p className="text-sm text-balance text-muted">{words.newLinkText}</p>
      <FailureLine error={ask.error} />
      <Button kind="primary" busy={ask.isPending} onClick={() => ask.mutate()}>
        {words.sendNewLink}
      </Button>
    </div>
  );
}
