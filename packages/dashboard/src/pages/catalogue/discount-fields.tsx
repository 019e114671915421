import type { ReactNode } from "react";
import { SelectField } from "../../design/field.tsx";
import { NumberField } from "../../design/number-field.tsx";

interface DiscountDraft {
  readonly discountType: "" | "percentage" | "amount";
  readonly discountAmount: string;
}

interface DiscountFieldsProps {
  readonly draft: DiscountDraft;
  readonly currency: string;
  /** The server's fault for the amount. */
  readonly fault: string | undefined;
  readonly onChange: (change: Partial<DiscountDraft>) => void;
  /** The fields for the duration, shown if there is a discount. */
  readonly children: ReactNode;
}

/** The fields of a discount: none, a percentage or an amount. */
export function DiscountFields({ draft, currency, fault, onChange, children }: DiscountFieldsProps) {
  return (
    <>
      <SelectField
        label="Discount"
        value={draft.discountType}
        onChange={(event) =>
          onChange({
            discountType: (["percentage", "amount"] as const).find((one) => one === event.target.value) ?? "",
          })
        }
      >
        <option value="">None</option>
        <option value="percentage">Percent</option>
        <option value="amount">Amount</option>
      </SelectField>
      {draft.discountType !== "" && (
        <>
          <NumberField
            label={draft.discountType === "percentage" ? "Percent off" : `${currency} off`}
            kind={draft.discountType === "percentage" ? "percent" : "amount"}
            value={draft.discountAmount}
            onChange={(discountAmount) => onChange({ discountAmount })}
            fault={fault}
          />
          <div className="flex items-end gap-2">{children}</div>
        </>
      )}
    </>
  );
}
