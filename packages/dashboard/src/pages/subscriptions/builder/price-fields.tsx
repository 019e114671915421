import type { CreatePriceRequest, Product } from "@counterfoil/sdk";
import { useState } from "react";
import { SelectField } from "../../../design/field.tsx";
import { toWords } from "../../../format/words.ts";
import { ModelFields } from "../../catalogue/prices/model-fields.tsx";
import { MODELS } from "../../catalogue/prices/models.ts";
import { draftOf } from "../../catalogue/prices/draft-of-price.ts";
import { INTERVALS, type PriceDraft, toPriceBody } from "../../catalogue/prices/price-draft.ts";
import { PriceLimits } from "../../catalogue/prices/price-limits.tsx";

interface PriceFieldsProps {
  /** The initial price. Later changes are in the fields. */
  readonly price: CreatePriceRequest;
  readonly product: Product | undefined;
  /** The server's faults, relative to the price. */
  readonly error: unknown;
  readonly onChange: (price: CreatePriceRequest) => void;
}

/** All fields of a price, in place: its model, its numbers, its trial, its discount, its limits. */
export function PriceFields({ price, product, error, onChange }: PriceFieldsProps) {
  const [draft, setDraft] = useState(() => draftOf(price));
  const isOneOff = price.billingInterval === null;
  const set = (change: Partial<PriceDraft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    onChange(toPriceBody(next, isOneOff));
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {product?.feeType !== "fixed" && (
          <SelectField
            label="Model"
            value={draft.type}
            onChange={({ target }) =>
              set({ type: MODELS.find(({ type }) => type === target.value)?.type ?? draft.type })
            }
          >
            {MODELS.map(({ type, name }) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {!isOneOff && (
          <SelectField
            label="Billed"
            value={draft.billingInterval}
            onChange={({ target }) =>
              set({ billingInterval: INTERVALS.find((one) => one === target.value) ?? "monthly" })
            }
          >
            {INTERVALS.map((one) => (
              <option key={one} value={one}>
                {toWords(one)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <ModelFields draft={draft} unit={product?.unitLabel ?? "unit"} error={error} onChange={set} />
      <PriceLimits draft={draft} error={error} onChange={set} />
    </div>
  );
}
