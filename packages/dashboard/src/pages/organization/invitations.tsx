import { readAgain } from "../../server/stale.ts";
import type { Invitation } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { Empty } from "../../design/states.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { Ago, Day } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { dayText, timeText } from "../../list/file-fields.ts";

const TONES = { open: "note", accepted: "good", revoked: "neutral", expired: "warn" } as const;

const columns: readonly Column<Invitation>[] = [
  { name: "Email", cell: ({ email }) => email, text: ({ email }) => email },
  { name: "Role", cell: ({ role }) => toWords(role), text: ({ role }) => role, width: "8rem", from: "sm" },
  {
    name: "Status",
    cell: ({ status }) => <Badge tone={TONES[status]}>{toWords(status)}</Badge>,
    text: ({ status }) => status,
    width: "8rem",
  },
  {
    name: "Sent",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: dayText(({ createdAt }) => createdAt),
    width: "8rem",
    from: "lg",
  },
  {
    name: "Expires",
    cell: ({ expiresAt }) => <Ago instant={expiresAt} />,
    text: timeText(({ expiresAt }) => expiresAt),
    width: "8rem",
    from: "md",
  },
  {
    name: "",
    cell: (invitation) => (
      <div className="flex justify-end">
        {(invitation.status === "open" || invitation.status === "expired") && <Renew invitation={invitation} />}
        {invitation.status === "open" && <Revoke invitation={invitation} />}
      </div>
    ),
    align: "right",
    width: "12rem",
  },
];

/** The invitations with their status. */
export function Invitations() {
  const rows = usePages({
    list: (api, where) => api.invitations.list({ sort: "createdAt:desc", ...where }),
    items: ({ items }) => items,
  });
  return (
    <Card flush title="Invitations" actions={<ExportButton name="invitations" rows={rows} columns={columns} />}>
      <Table
        label="Invitations"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title="No pending invitations">
            An invitation is a link to join the organization. Invite a person to get started.
          </Empty>
        }
      />
    </Card>
  );
}

/** Creates a new link for an invitation, which ends the old one. It is sent by email, or shown if the server sends none. */
function Renew({ invitation: { id, email } }: { readonly invitation: Invitation }) {
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: async () => await client.invitations.renew(id),
    onSuccess: async ({ link }) => {
      setAsking(false);
      if (link === null) toast({ text: `New link sent to ${email}. The old link no longer works.` });
      await readAgain("invitations");
    },
  });
  const link = renew.data?.link ?? null;
  return (
    <>
      <Button kind="quiet" className="!h-8" aria-label={`Create new link for ${email}`} onClick={() => setAsking(true)}>
        New link
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Create new link?"
          action="Create new link"
          kind="primary"
          isBusy={renew.isPending}
          error={renew.error}
          onConfirm={() => renew.mutate()}
          onClose={() => setAsking(false)}
        >
          The old link for {email} stops working. The new link works once and expires in 7 days.
        </ConfirmDialog>
      )}
      {link !== null && <InvitationLink email={email} link={link} onClose={renew.reset} />}
    </>
  );
}

/** Revokes an invitation at once. A new invitation undoes it. */
function Revoke({ invitation: { id, email, role } }: { readonly invitation: Invitation }) {
  const refresh = () => readAgain("invitations");
  const again = useMutation({
    mutationFn: () => client.invitations.invite({ email, role }),
    onSuccess: async ({ link }) => {
      if (link !== null) toast({ text: `Invitation for ${email} restored. Use New link to get its link.` });
      await refresh();
    },
    onError: toastFailure,
  });
  const revoke = useMutation({
    mutationFn: async () => await client.invitations.revoke(id),
    onSuccess: async () => {
      toast({ text: `Invitation for ${email} revoked`, undo: () => again.mutate() });
      await refresh();
    },
    onError: toastFailure,
  });
  return (
    <Button
      kind="quiet"
      className="!h-8"
      aria-label={`Revoke invitation for ${email}`}
      busy={revoke.isPending}
      onClick={() => revoke.mutate()}
    >
      Revoke
    </Button>
  );
}
