import type { CreatePriceRequest, Product } from "@counterfoil/sdk";
import { type ReactNode, useDeferredValue, useState } from "react";
import { useDebounced } from "../../../design/use-debounced.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { CurrencyField } from "../../../design/code-fields.tsx";
import { CheckField, SelectField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { toWords } from "../../../format/words.ts";
import { ModelChoice } from "./model-choice.tsx";
import { ModelFields } from "./model-fields.tsx";
import { INTERVALS, type PriceDraft, toPriceBody } from "./price-draft.ts";
import { PriceLimits } from "./price-limits.tsx";
import { PricePicture } from "./price-picture.tsx";
import { priceSentence } from "./price-sentence.ts";
import { useUnsavedDraft } from "../../../design/unsaved.ts";

interface PriceFormProps {
  readonly start: PriceDraft;
  readonly products: readonly Product[];
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  /** Shown next to the button: another way to save. */
  readonly others?: (body: CreatePriceRequest) => ReactNode;
  readonly onSave: (body: CreatePriceRequest) => void;
}

const PAUSE_MILLISECONDS = 350;

/**
 * The guided form of a price: it asks only for what its model needs, and shows what the customer pays in words and as a
 * chart.
 */
export function PriceForm({ start, products, action, busy, error, others, onSave }: PriceFormProps) {
  const [draft, setDraft] = useState(start);
  useUnsavedDraft(draft);
  const set = (change: Partial<PriceDraft>) => setDraft({ ...draft, ...change });
  const product = products.find(({ id }) => id === draft.productId);
  const isOneOff = product?.billingFrequency === "one-off";
  const body = toPriceBody(draft, isOneOff);
  const unit = product?.unitLabel ?? "unit";
  return (
    <form
      className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_26rem]"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(body);
      }}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Card title="Product and billing">
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectField
              label="Product"
              value={draft.productId}
              onChange={(event) => {
                const next = products.find(({ id }) => id === event.target.value);
                set({
                  productId: event.target.value,
                  kept: { taxRateIds: draft.kept.taxRateIds },
                  type: next?.feeType === "fixed" ? "fixed" : draft.type === "fixed" ? "unit" : draft.type,
                });
              }}
              fault={faultAt(error, "/productId")}
            >
              <option value="">Choose…</option>
              {products
                .filter(({ archivedAt, id }) => archivedAt === null || id === draft.productId)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
            {!isOneOff && (
              <SelectField
                label="Billed"
                value={draft.billingInterval}
                onChange={(event) =>
                  set({ billingInterval: INTERVALS.find((one) => one === event.target.value) ?? "monthly" })
                }
                fault={faultAt(error, "/billingInterval")}
              >
                {INTERVALS.map((one) => (
                  <option key={one} value={one}>
                    {toWords(one)}
                  </option>
                ))}
              </SelectField>
            )}
            <CurrencyField
              alignEnd
              required
              value={draft.currency}
              onChange={(currency) => set({ currency })}
              fault={faultAt(error, "/currency")}
            />
          </div>
        </Card>
        <Card
          title="Pricing"
          note={
            product?.feeType === "fixed"
              ? "Fixed products have a fixed price. Use a metered product to price usage."
              : undefined
          }
        >
          {product?.feeType !== "fixed" && <ModelChoice chosen={draft.type} onChoose={(type) => set({ type })} />}
          <ModelFields draft={draft} unit={unit} error={error} onChange={set} />
        </Card>
        <Card title="Trial, discount, and spend limits" note="Leave blank the fields that don't apply.">
          <PriceLimits draft={draft} error={error} onChange={set} />
        </Card>
        {draft.type.includes("tiered") && draft.tiers.some(({ fixedFee }) => fixedFee.trim() !== "") && (
          <CheckField
            label="Charge the first tier's fee even without usage"
            checked={draft.isFeeDueAtZero}
            onChange={(event) => set({ isFeeDueAtZero: event.target.checked })}
          />
        )}
        <FailureLine error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          {others?.(body)}
          <Button type="submit" kind="primary" busy={busy} disabled={draft.productId === ""}>
            {action}
          </Button>
        </div>
      </div>
      <Picture body={body} unit={unit} isRight={!hasWrongNumber(draft)} />
    </form>
  );
}

interface PictureProps {
  readonly body: CreatePriceRequest & { currency: string };
  readonly unit: string;
  /** Whether every number is right. Otherwise there is nothing to show. */
  readonly isRight: boolean;
}

/** What the customer pays, in words and as a chart, while the user types. */
function Picture({ body, unit, isRight }: PictureProps) {
  const settled = useDebounced(
    JSON.stringify({
      ...body,
      productId: undefined,
      discount: undefined,
      minimumSpend: undefined,
      maximumSpend: undefined,
    }),
    PAUSE_MILLISECONDS,
  );
  const shown = useDeferredValue(settled);
  return (
    <Card title="Summary" className="xl:sticky xl:top-5">
      <p className="text-sm" aria-live="polite">
        {isRight && priceSentence(body, unit)}
      </p>
      {body.type !== "fixed" && isRight && (
        <div className="mt-4">
          <PricePicture
            prices={[JSON.parse(shown) as CreatePriceRequest]}
            currency={body.currency}
            unit={unit}
            draft={body}
          />
        </div>
      )}
    </Card>
  );
}
