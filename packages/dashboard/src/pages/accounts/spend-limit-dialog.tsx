import type { Account, SpendLimit } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { Button } from "../../design/button.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { NumberField } from "../../design/number-field.tsx";
import { RadioCard } from "../../design/radio-card.tsx";
import { faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { useMetrics } from "../../named/metrics.ts";
import { client } from "../../server/client.ts";
import { useProducts } from "../catalogue/queries.ts";
import { percentagesOf } from "./percentages.ts";

interface SpendLimitDialogProps {
  readonly account: Account;
  /** Null: creates one. */
  readonly limit: SpendLimit | null;
  /** What the limit counts. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Creates or changes a limit. What it counts and applies to cannot be changed later. */
export function SpendLimitDialog({ account, limit, name, onClose }: SpendLimitDialogProps) {
  const [scope, setScope] = useState("");
  const [appliesTo, setAppliesTo] = useState<SpendLimit["appliesTo"]>("account");
  const [amount, setAmount] = useState(limit?.amount ?? "");
  const [enforcement, setEnforcement] = useState<SpendLimit["enforcement"]>(limit?.enforcement ?? "soft");
  const [shares, setShares] = useState((limit?.notifyAt ?? [80, 100]).join(", "));
  const notifyAt = percentagesOf(shares);
  const save = useChange({
    changes: "spendLimits",
    run: (change: { active: boolean }) => {
      const members = { amount, enforcement, ...(notifyAt !== null && { notifyAt }), ...change };
      if (limit !== null) return client.spendLimits.update(limit.id, members);
      const [kind, id] = scope.split(" ");
      return client.spendLimits.create({
        ...members,
        accountId: account.id,
        appliesTo,
        ...(kind === "metric" && { metricId: id }),
        ...(kind === "product" && { productId: id }),
      });
    },
    done: (_, { active }) => (limit === null ? "Limit created" : active ? "Limit saved" : "Limit turned off"),
    after: onClose,
  });
  const fault = (member: string) => faultAt(save.error, `/${member}`);
  return (
    <ActionDialog
      title={
        limit === null ? "New spend limit" : `${limit.appliesTo === "family" ? "Family limit" : "Limit"} of ${name}`
      }
      note="Counts the usage of the current billing period, as the invoice will bill it."
      isOpen
      onClose={onClose}
      action={limit === null ? "Create limit" : limit.active ? "Save limit" : "Turn on"}
      isReady={amount !== "" && notifyAt !== null}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ active: true })}
    >
      {limit === null && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ScopeField value={scope} onChange={setScope} />
          <SelectField
            label="Applies to"
            value={appliesTo}
            onChange={({ target }) => setAppliesTo(target.value === "family" ? "family" : "account")}
            hint={
              appliesTo === "family"
                ? "Counted together with the accounts below. Cannot be changed later."
                : "Cannot be changed later"
            }
            fault={fault("appliesTo")}
          >
            <option value="account">This account</option>
            <option value="family">Its family</option>
          </SelectField>
        </div>
      )}
      <NumberField
        label={`Amount in ${limit?.currency ?? account.currency}`}
        kind="amount"
        required
        value={amount}
        onChange={setAmount}
        hint="With tax, for each billing period"
        fault={fault("amount")}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Enforcement</legend>
        {(["soft", "hard"] as const).map((one) => (
          <RadioCard
            key={one}
            name="enforcement"
            label={one === "soft" ? "Soft" : "Hard"}
            note={one === "soft" ? "Only notifies" : "Also refuses checks and holds that would exceed the amount"}
            checked={enforcement === one}
            onChange={() => setEnforcement(one)}
          />
        ))}
      </fieldset>
      <TextField
        label="Notify at"
        value={shares}
        onChange={({ target }) => setShares(target.value)}
        hint="Percentages, ascending, separated by commas"
        fault={notifyAt === null ? "Use whole numbers, such as 80, 100" : fault("notifyAt")}
      />
      {limit?.active === true && (
        <Button
          className="self-start"
          disabled={save.isPending || notifyAt === null}
          onClick={() => save.mutate({ active: false })}
        >
          Turn off
        </Button>
      )}
    </ActionDialog>
  );
}

function ScopeField({ value, onChange }: { readonly value: string; readonly onChange: (scope: string) => void }) {
  const metrics = useMetrics();
  const products = useProducts().filter(({ feeType }) => feeType === "metered");
  const options = (kind: string, items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => (
      <option key={id} value={`${kind} ${id}`}>
        {name}
      </option>
    ));
  return (
    <SelectField
      label="Counts"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      hint="Cannot be changed later"
    >
      <option value="">All usage</option>
      <optgroup label="Products">{options("product", products)}</optgroup>
      <optgroup label="Metrics">{options("metric", metrics)}</optgroup>
    </SelectField>
  );
}
