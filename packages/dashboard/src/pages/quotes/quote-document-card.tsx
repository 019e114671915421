import type { Subscription } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { Eye, FileDown } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { FailureLine } from "../../design/states.tsx";
import { save } from "../../list/save.ts";

interface QuoteDocumentCardProps {
  readonly subscription: Subscription;
  readonly read: () => PromiseLike<Blob>;
}

/** The document that the customer sees, to view or download. */
export function QuoteDocumentCard({ subscription, read }: QuoteDocumentCardProps) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => void (address !== null && URL.revokeObjectURL(address)), [address]);
  const open = useMutation({
    mutationFn: async () => await read(),
    onSuccess: (document) => setAddress(URL.createObjectURL(document)),
  });
  const keep = useMutation({
    mutationFn: async () => await read(),
    onSuccess: (document) => save(`${subscription.name}.pdf`, document),
  });
  return (
    <Card
      title="Document"
      note={
        subscription.status === "draft"
          ? "Preview of the quote, marked as a draft."
          : "The quote as sent or, if accepted, as signed."
      }
      actions={
        <>
          <Button icon={<Eye aria-hidden className="size-4" />} busy={open.isPending} onClick={() => open.mutate()}>
            View PDF
          </Button>
          <Button
            icon={<FileDown aria-hidden className="size-4" />}
            busy={keep.isPending}
            onClick={() => keep.mutate()}
          >
            PDF
          </Button>
        </>
      }
    >
      <FailureLine error={open.error ?? keep.error} />
      <Dialog title={subscription.name} isOpen={address !== null} onClose={() => setAddress(null)} wide>
        {address !== null && <iframe title="Quote PDF" src={address} className="h-[70vh] w-full" />}
      </Dialog>
    </Card>
  );
}
