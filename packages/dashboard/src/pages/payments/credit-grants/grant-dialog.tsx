import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { AccountField } from "../../../named/account-field.tsx";
import { useMetrics } from "../../../named/metrics.ts";

interface GrantDialogProps {
  readonly accountId: string | undefined;
  readonly onClose: () => void;
}

export function GrantDialog({ accountId: given, onClose }: GrantDialogProps) {
  const navigate = useNavigate();
  const metrics = useMetrics();
  const [accountId, setAccountId] = useState(given);
  const [draft, setDraft] = useState({
    amount: "",
    metricId: "",
    effectiveAt: "",
    expiresAt: "",
    priority: "100",
    reason: "",
  });
  const text = (member: keyof typeof draft) => ({
    value: draft[member],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [member]: event.target.value }),
    fault: faultAt(grant.error, `/${member}`),
  });
  const number = (member: keyof typeof draft) => ({
    ...text(member),
    onChange: (value: string) => setDraft({ ...draft, [member]: value }),
  });
  const grant = useChange({
    changes: "accounts",
    run: () =>
      client.accounts.createCreditGrant(accountId ?? "", {
        amount: draft.amount.trim(),
        ...(draft.metricId !== "" && { metricId: draft.metricId }),
        effectiveAt: draft.effectiveAt === "" ? null : draft.effectiveAt,
        expiresAt: draft.expiresAt === "" ? null : draft.expiresAt,
        ...(draft.priority.trim() !== "" && { priority: Number(draft.priority) }),
        reason: draft.reason.trim() === "" ? null : draft.reason.trim(),
      }),
    done: () => "Credit granted",
    after: ({ id }) => void navigate({ to: `/credit-grants/${id}`, ignoreBlocker: true }),
  });
  return (
    <ActionDialog
      title="Grant credit"
      note="Counterfoil applies grants to the account's next invoices, lowest priority number first."
      isOpen
      onClose={onClose}
      action="Grant credit"
      isReady={accountId !== undefined && draft.amount.trim() !== ""}
      busy={grant.isPending}
      error={grant.error}
      onSubmit={() => grant.mutate()}
    >
      <AccountField accountId={accountId} onChoose={setAccountId} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Unit" {...text("metricId")}>
          <option value="">Money in the account's currency</option>
          {metrics.map(({ id, name }) => (
            <option key={id} value={id}>
              Units of {name}
            </option>
          ))}
        </SelectField>
        <NumberField label="Amount" kind={draft.metricId === "" ? "amount" : "quantity"} {...number("amount")} />
        <TextField label="Start date" type="date" hint="Leave blank to start now." {...text("effectiveAt")} />
        <TextField
          label="Expiration date"
          type="date"
          hint="The first day the credit can't be used"
          {...text("expiresAt")}
        />
        <NumberField label="Priority" kind="count" hint="Lower numbers are used first." {...number("priority")} />
        <TextField label="Reason" {...text("reason")} />
      </div>
    </ActionDialog>
  );
}
