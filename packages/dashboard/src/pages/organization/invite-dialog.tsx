import { readAgain } from "../../server/stale.ts";
import type { PersonRole } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { useMe } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { RadioCard } from "../../design/radio-card.tsx";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { ROLES } from "./roles.ts";

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const isOwner = useMe().organization?.role === "owner";
  const invite = useMutation({
    mutationFn: async (form: FormData) =>
      await client.invitations.invite({
        email: textOf(form, "email"),
        role: textOf(form, "role") as PersonRole,
      }),
    onSuccess: async ({ email, link }) => {
      if (link === null) {
        toast({ text: `Invitation sent to ${email}. The link works once and expires in 7 days.` });
        onClose();
      }
      await readAgain("invitations");
    },
  });
  if (invite.data !== undefined && invite.data.link !== null) {
    return <InvitationLink email={invite.data.email} link={invite.data.link} onClose={onClose} />;
  }
  return (
    <Dialog
      title="Invite a person"
      note="The person joins with a link that works once and expires in 7 days."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(invite.mutate)} className="flex flex-col gap-4">
        <TextField label="Email" name="email" type="email" required fault={faultAt(invite.error, "/email")} />
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">Role</legend>
          {ROLES.filter(([role]) => role !== "owner" || isOwner).map(([role, name, may]) => (
            <RadioCard
              key={role}
              name="role"
              value={role}
              label={name}
              note={may}
              defaultChecked={role === "finance"}
            />
          ))}
        </fieldset>
        <FailureLine error={invite.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={invite.isPending}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
