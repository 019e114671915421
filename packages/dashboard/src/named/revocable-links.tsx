import type { InvoiceLink } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { StatusBadge } from "../design/badge.tsx";
import { Button } from "../design/button.tsx";
import { ConfirmDialog } from "../design/confirm-dialog.tsx";
import { toast } from "../design/toast.ts";
import { Day } from "../design/when.tsx";
import { RenewLink } from "./renew-link.tsx";
import type { NewLink } from "./shown-link.tsx";

type Link = Pick<InvoiceLink, "id" | "status" | "createdAt" | "expiresAt" | "revokedAt">;

interface RevocableLinksProps<Row extends Link> {
  /** The label for screen readers: "Links to the portal". */
  readonly label: string;
  readonly links: readonly Row[];
  readonly mayRevoke: boolean;
  readonly revoke: (id: string) => Promise<void>;
  /** Creates another link like this one. Undefined if only the customer can. */
  readonly create: (link: Row) => (() => Promise<NewLink>) | undefined;
  /** The title of a new link: "Portal link". */
  readonly title: string;
  /** Reads the list again. */
  readonly onChanged: () => Promise<void>;
  /** Additional information about a link. */
  readonly note?: (link: Row) => ReactNode;
}

/** Links that anyone who has them can use: until when each works, and how to replace or revoke it. */
export function RevocableLinks<Row extends Link>(props: RevocableLinksProps<Row>) {
  const { label, title, links, mayRevoke, revoke, create, onChanged, note } = props;
  const [chosen, setChosen] = useState<Row | null>(null);
  const revoking = useMutation({
    mutationFn: revoke,
    onSuccess: async () => {
      setChosen(null);
      toast({ text: "Link revoked. It no longer works." });
      await onChanged();
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
            {/* A link that can be revoked is open, so its status needs no badge. */}
            {!(mayRevoke && link.status === "open") && <StatusBadge status={link.status} />}
            {mayRevoke && link.status === "open" && (
              <span className="flex gap-2">
                <Renewal link={link} create={create(link)} title={title} revoke={revoke} onRenewed={onChanged} />
                <Button className="h-8 px-2.5" aria-label="Revoke link" onClick={() => setChosen(link)}>
                  Revoke
                </Button>
              </span>
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

interface RenewalProps {
  readonly link: Link;
  readonly title: string;
  readonly create: (() => Promise<NewLink>) | undefined;
  readonly revoke: (id: string) => Promise<void>;
  readonly onRenewed: () => Promise<void>;
}

function Renewal({ link, title, create, revoke, onRenewed }: RenewalProps) {
  if (create === undefined) return null;
  const renew = async () => {
    // The new link first: if the server refuses it, the old link still works.
    const made = await create();
    await revoke(link.id);
    return made;
  };
  return <RenewLink title={title} renew={renew} onRenewed={onRenewed} />;
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
