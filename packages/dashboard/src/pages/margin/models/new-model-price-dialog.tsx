import type { TokenPrices } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { CurrencyField } from "../../../design/code-fields.tsx";
import { TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { useChange } from "../../../design/use-change.ts";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import { TOKEN_KINDS } from "./token-kinds.tsx";

/** What a new price begins with. */
export interface ModelDraft {
  readonly provider?: string;
  readonly model?: string;
  readonly prices?: TokenPrices;
  readonly currency?: string;
  /** A day, `2026-11-01`. */
  readonly validFrom?: string;
}

interface NewModelPriceDialogProps {
  readonly draft: ModelDraft;
  readonly onClose: () => void;
}

const HINTS = {
  input: "Input, output or both are required",
  cachedInput: "Leave blank for the price of input",
  cacheWrite: "Leave blank for the price of input",
  output: "Input, output or both are required",
  reasoning: "Leave blank for the price of output",
} as const;

/** Creates a price of a model, which replaces that of the catalog. */
export function NewModelPriceDialog({ draft, onClose }: NewModelPriceDialogProps) {
  const { timezone } = useOrganization();
  const [provider, setProvider] = useState(draft.provider ?? "");
  const [model, setModel] = useState(draft.model ?? "");
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(TOKEN_KINDS.map(({ kind }) => [kind, draft.prices?.[kind] ?? ""])),
  );
  const [currency, setCurrency] = useState(draft.currency ?? "USD");
  const [discount, setDiscount] = useState("");
  const [validFrom, setValidFrom] = useState(draft.validFrom ?? "");
  const save = useChange({
    changes: "modelPrices",
    run: () =>
      client.modelPrices.create({
        provider,
        model,
        currency,
        prices: Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== "")),
        ...(discount !== "" && { batchDiscountPercent: discount }),
        ...(validFrom !== "" && { validFrom }),
      }),
    done: () => "Model price created",
    after: onClose,
  });
  const fault = (member: string) => faultAt(save.error, `/${member}`);
  const hasPrice = prices["input"] !== "" || prices["output"] !== "";
  return (
    <ActionDialog
      title="New model price"
      note="Replaces the catalog's price of the model. Costs that events already have do not change."
      isOpen
      onClose={onClose}
      action="Create model price"
      isReady={provider.trim() !== "" && model.trim() !== "" && currency !== "" && hasPrice}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Provider"
          required
          value={provider}
          onChange={({ target }) => setProvider(target.value)}
          hint="As your events name it, such as openai"
          fault={fault("provider")}
        />
        <TextField
          label="Model"
          required
          value={model}
          onChange={({ target }) => setModel(target.value)}
          hint="As your events name it. May end with *, as in gpt-5*"
          fault={fault("model")}
        />
      </div>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Prices of a million tokens</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {TOKEN_KINDS.map(({ kind, name }) => (
            <NumberField
              key={kind}
              label={name}
              kind="amount"
              value={prices[kind] ?? ""}
              onChange={(value) => setPrices((before) => ({ ...before, [kind]: value }))}
              hint={HINTS[kind]}
              fault={fault(`prices/${kind}`)}
            />
          ))}
          <CurrencyField required value={currency} onChange={setCurrency} fault={fault("currency")} />
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Batch discount"
          kind="percent"
          value={discount}
          onChange={setDiscount}
          hint="Percent. Leave blank for the organization default"
          fault={fault("batchDiscountPercent")}
        />
        <TextField
          label="From"
          type="date"
          value={validFrom}
          onChange={({ target }) => setValidFrom(target.value)}
          hint={`In ${timezone}. Leave blank for now`}
          fault={fault("validFrom")}
        />
      </div>
    </ActionDialog>
  );
}
