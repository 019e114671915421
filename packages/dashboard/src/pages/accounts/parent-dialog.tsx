import type { Account, AccountFamily } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { Button } from "../../design/button.tsx";
import { faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { AccountField } from "../../named/account-field.tsx";
import { client } from "../../server/client.ts";

interface ParentDialogProps {
  readonly account: Account;
  readonly family: AccountFamily;
  readonly onClose: () => void;
}

/** Puts an account below another one, or below none. */
export function ParentDialog({ account, family, onClose }: ParentDialogProps) {
  const [chosen, setChosen] = useState(family.parentId ?? undefined);
  const save = useChange({
    changes: "accounts",
    run: (parentId: string | null) => client.accounts.updateFamily(account.id, { parentId }),
    done: (_, parentId) => (parentId === null ? "Parent removed" : "Parent saved"),
    after: onClose,
  });
  const fault = faultAt(save.error, "/parentId");
  return (
    <ActionDialog
      title={family.parentId === null ? "Set parent" : "Change parent"}
      note={`Accounts below ${account.name} move with it. Each account is still invoiced separately.`}
      isOpen
      onClose={onClose}
      action="Save parent"
      isReady={chosen !== undefined && chosen !== family.parentId}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(chosen ?? null)}
    >
      <AccountField
        label="Parent"
        accountId={chosen}
        onChoose={setChosen}
        hint="Family limits of the parent count usage of this billing period immediately"
        fault={fault && withNames(fault, family)}
      />
      {family.parentId !== null && (
        <Button className="self-start" disabled={save.isPending} onClick={() => save.mutate(null)}>
          Remove parent
        </Button>
      )}
    </ActionDialog>
  );
}

/** A fault names accounts by their IDs. */
function withNames(fault: string, { accounts }: AccountFamily): string {
  return accounts.reduce((text, { id, name }) => text.replaceAll(id, () => name), fault);
}
