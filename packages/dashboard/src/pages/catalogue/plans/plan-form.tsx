import type { CreatePlanRequest } from "@counterfoil/sdk";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { CurrencyField } from "../../../design/code-fields.tsx";
import { TextField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { ContractFields } from "./contract-fields.tsx";
import { EntitlementRows } from "./entitlement-rows.tsx";
import { type PlanDraft, toPlanBody } from "./plan-draft.ts";
import { PriceGroups } from "./price-groups.tsx";
import { useUnsavedDraft } from "../../../design/unsaved.ts";

interface PlanFormProps {
  readonly start: PlanDraft;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSave: (body: CreatePlanRequest) => void;
}

export function PlanForm({ start, action, busy, error, onSave }: PlanFormProps) {
  const [draft, setDraft] = useState(start);
  useUnsavedDraft(draft);
  const set = (change: Partial<PlanDraft>) => setDraft({ ...draft, ...change });
  return (
    <form
      className="flex max-w-4xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(toPlanBody(draft));
      }}
    >
      <Card title="Details">
        <div className="grid gap-4 sm:grid-cols-[1fr_1fr_7rem]">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
            fault={faultAt(error, "/name")}
          />
          <TextField
            label="Description"
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
            fault={faultAt(error, "/description")}
          />
          <CurrencyField
            alignEnd
            required
            value={draft.currency}
            onChange={(currency) => set({ currency })}
            fault={faultAt(error, "/currency")}
          />
        </div>
      </Card>
      <Card title="Prices" note="Group names appear as headings on invoices.">
        <PriceGroups
          groups={draft.groups}
          currency={draft.currency}
          error={error}
          onChange={(groups) => set({ groups })}
        />
      </Card>
      <Card title="Contract and terms" note="You can override these on each subscription.">
        <ContractFields draft={draft} currency={draft.currency} error={error} onChange={set} />
      </Card>
      <Card title="Entitlements" note="What accounts on this plan can use.">
        <EntitlementRows
          entitlements={draft.entitlements}
          error={error}
          onChange={(entitlements) => set({ entitlements })}
        />
      </Card>
      <FailureLine error={error} />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" busy={busy} disabled={draft.name.trim() === ""}>
          {action}
        </Button>
      </div>
    </form>
  );
}
