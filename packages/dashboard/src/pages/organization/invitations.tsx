import { readAgain } from "../../server/stale.ts";
import type { Invitation } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { Ago, Day } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";

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
    text: ({ createdAt }) => createdAt,
    width: "8rem",
    from: "lg",
  },
  {
    name: "Expires",
    cell: ({ expiresAt }) => <Ago instant={expiresAt} />,
    text: ({ expiresAt }) => expiresAt,
    width: "8rem",
    from: "md",
  },
  {
    name: "",
    cell: (invitation) => invitation.status === "open" && <Revoke invitation={invitation} />,
    align: "right",
    width: "7rem",
  },
];

/** Letters that were sent, and what became of them. */
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
            An invitation is an email with a link to join the organization. Invite a person to get started.
          </Empty>
        }
      />
    </Card>
  );
}

/** Taken back at once; another invitation undoes it. */
function Revoke({ invitation: { id, email, role } }: { readonly invitation: Invitation }) {
  const refresh = () => readAgain("invitations");
  const again = useMutation({
    mutationFn: () => client.invitations.invite({ email, role }),
    onSuccess: refresh,
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
