import type { MarginAlert } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { Button } from "../../design/button.tsx";
import { NumberField } from "../../design/number-field.tsx";
import { faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";

/** When accounts with a low margin are reported. */
export function MarginAlertDialog({ onClose }: { readonly onClose: () => void }) {
  const { marginAlert, reportingCurrency, defaultCurrency } = useOrganization();
  const [percent, setPercent] = useState(marginAlert?.percent ?? "20");
  const [minimumCost, setMinimumCost] = useState(marginAlert?.minimumCost ?? "0");
  const save = useChange<Partial<MarginAlert> | null, unknown>({
    changes: "organization",
    run: (setting) => client.organization.update({ marginAlert: setting }),
    done: (_, setting) => (setting === null ? "Margin alert turned off" : "Margin alert saved"),
    after: onClose,
  });
  return (
    <ActionDialog
      title="Margin alert"
      note="Sends the webhook margin.low once a month for each account whose margin is too low so far."
      isOpen
      onClose={onClose}
      action="Save alert"
      isReady={percent !== "" && minimumCost !== ""}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ percent, minimumCost })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Margin below"
          kind="percent"
          required
          value={percent}
          onChange={setPercent}
          hint="Percent of the revenue. 0 reports losses only"
          fault={faultAt(save.error, "/marginAlert/percent")}
        />
        <NumberField
          label="Minimum cost"
          kind="amount"
          required
          value={minimumCost}
          onChange={setMinimumCost}
          hint={`In ${reportingCurrency ?? defaultCurrency}. Accounts that cost less in the month are not reported`}
          fault={faultAt(save.error, "/marginAlert/minimumCost")}
        />
      </div>
      {marginAlert !== null && (
        <Button className="self-start" onClick={() => save.mutate(null)} disabled={save.isPending}>
          Turn off
        </Button>
      )}
    </ActionDialog>
  );
}
