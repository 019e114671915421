import { readAgain } from "../../server/stale.ts";
import type { Person } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { useMe } from "../../server/session.ts";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { toast } from "../../design/toast.ts";

export function RemovePersonDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const isMe = useMe().id === person.id;
  const remove = useMutation({
    mutationFn: async () => await (isMe ? client.me.leaveOrganization() : client.people.remove(person.id)),
    onSuccess: async () => {
      if (isMe) {
        window.location.assign("/app/");
        return;
      }
      toast({ text: `${person.name} removed` });
      onClose();
      await readAgain("people");
    },
  });
  return (
    <ConfirmDialog
      title={isMe ? "Leave organization" : `Remove ${person.name}`}
      action={isMe ? "Leave" : "Remove person"}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Access ends immediately. Changes {isMe ? "you" : "they"} made stay in the audit log. To restore access, invite{" "}
      {isMe ? "you" : "them"} again.
    </ConfirmDialog>
  );
}
