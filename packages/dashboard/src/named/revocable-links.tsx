import type { InvoiceLink } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { StatusBadge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { toast } from "../design/toast.ts";
import { Day } from "../design/when.tsx";

type Link = Pick<InvoiceLink, "id" | "status" | "createdAt" | "expiresAt" | "revokedAt">;

interface RevocableLinksProps<Row extends Link> {
  /** For people who do not see it: "Links to the portal". */
  readonly label: string;
  readonly links: readonly Row[];
  readonly mayRevoke: boolean;
  readonly revoke: (id: string) => Promise<void>;
  /** Reads the list again. */
  readonly onRevoked: () => Promise<void>;
  /** What else there is to say of one. */
  readonly note?: (link: Row) => ReactNode;
}

/** Links that were made and who holds them unknown: until when each works, and how to revoke it. */
export function RevocableLinks<Row extends Link>(props: RevocableLinksProps<Row>) {
  const { label, links, mayRevoke, revoke, onRevoked, note } = props;
  const [chosen, setChosen] = useState<Row | null>(null);
  const revoking = useMutation({
    mutationFn: revoke,
    onSuccess: async () => {
      setChosen(null);
      toast({ text: "Link revoked. It no longer works." });
      await onRevoked();
    },
  });
  return (
    <>
      <ul aria-label={label} className="flex flex-col">
        {links.map((link) => (
          <li
            key={link.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm last:border-0"
          >
            <span className="min-w-0 flex-1 basis-32">
              Created <Day instant={link.createdAt} />
              <span className="block text-xs text-muted">
                {ending(link)} {note?.(link)}
              </span>
            </span>
            {/* One that can be revoked is open. */}
            {!(mayRevoke && link.status === "open") && <StatusBadge status={link.status} />}
            {mayRevoke && link.status === "open" && (
              <Button className="h-8 px-2.5" aria-label="Revoke link" onClick={() => setChosen(link)}>
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && (
        <ConfirmDialog
          title="Revoke link?"
          action="Revoke link"
          isBusy={revoking.isPending}
          error={revoking.error}
          onConfirm={() => revoking.mutate(chosen.id)}
          onClose={() => setChosen(null)}
        >
          The link stops working immediately for everyone who has it. You can't undo this, but you can create another
          link.
        </ConfirmDialog>
      )}
    </>
  );
}

function ending({ status, expiresAt, revokedAt }: Link): ReactNode {
  if (status === "revoked") {
    return (
      <>
        Revoked <Day instant={revokedAt} />
      </>
    );
  }
  return (
    <>
      {status === "open" ? "Expires" : "Expired"} <Day instant={expiresAt} />
    </>
  );
}
