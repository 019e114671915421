import type { Account, CreditSettings } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { Button } from "../../design/button.tsx";
import { NumberField } from "../../design/number-field.tsx";
import { faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { client } from "../../server/client.ts";

interface CreditLineDialogProps {
  readonly account: Account;
  readonly settings: CreditSettings;
  readonly onClose: () => void;
}

/** Sets, changes or removes the credit line of an account. */
export function CreditLineDialog({ account, settings, onClose }: CreditLineDialogProps) {
  const [amount, setAmount] = useState(settings.creditLine ?? "");
  const save = useChange({
    changes: "accounts",
    run: (creditLine: string | null) => client.accounts.updateCreditSettings(account.id, { creditLine }),
    done: (_, creditLine) => (creditLine === null ? "Credit line removed" : "Credit line saved"),
    after: onClose,
  });
  return (
    <ActionDialog
      title="Credit line"
      note="What usage may owe beyond prepaid credit, together with unpaid invoices. Checks and holds are allowed up to it."
      isOpen
      onClose={onClose}
      action="Save credit line"
      isReady={amount !== ""}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(amount)}
    >
      <NumberField
        label={`Amount in ${settings.currency}`}
        kind="amount"
        required
        value={amount}
        onChange={setAmount}
        fault={faultAt(save.error, "/creditLine")}
      />
      {settings.creditLine !== null && (
        <Button className="self-start" disabled={save.isPending} onClick={() => save.mutate(null)}>
          Remove credit line
        </Button>
      )}
    </ActionDialog>
  );
}
