import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { type NewLink, ShownLink } from "./shown-link.tsx";

interface RenewLinkProps {
  /** `Payment link` */
  readonly title: string;
  /** Creates the new link, and then ends the old one. */
  readonly renew: () => Promise<NewLink>;
  /** Reads the list again. */
  readonly onRenewed: () => Promise<void>;
}

/** Replaces a link that can no longer be shown with a new one. */
export function RenewLink({ title, renew, onRenewed }: RenewLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const renewing = useMutation({ mutationFn: renew, onSuccess: () => setAsking(false) });
  return (
    <>
      <Button className="h-8 px-2.5" onClick={() => setAsking(true)}>
        Create new link
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Create new link?"
          action="Create new link"
          kind="primary"
          isBusy={renewing.isPending}
          error={renewing.error}
          onConfirm={() => renewing.mutate()}
          onClose={() => setAsking(false)}
        >
          Counterfoil can't show the old link again. The old link stops working immediately for everyone who has it,
          including in emails and documents.
        </ConfirmDialog>
      )}
      {renewing.data !== undefined && (
        <ShownLink
          title={title}
          {...renewing.data}
          onClose={() => {
            renewing.reset();
            // Only now, because the list then no longer contains the old link, which shows this dialog.
            void onRenewed();
          }}
        />
      )}
    </>
  );
}
