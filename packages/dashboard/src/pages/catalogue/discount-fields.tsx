import type { ReactNode } from "react";
import { SelectField, TextField } from "../../design/field.tsx";

interface DiscountDraft {
  readonly discountType: "" | "percentage" | "amount";
  readonly discountAmount: string;
}

interface DiscountFieldsProps {
  readonly draft: DiscountDraft;
  readonly currency: string;
  /** What the server says of the amount. */
  readonly fault: string | undefined;
  readonly onChange: (change: Partial<DiscountDraft>) => void;
  /** Asks for how long, once there is a discount. */
  readonly children: ReactNode;
}

/** What is taken off: nothing, a share or an amount. */
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
          <TextField
            label={draft.discountType === "percentage" ? "Percent off" : `${currency} off`}
            inputMode="decimal"
            value={draft.discountAmount}
            onChange={(event) => onChange({ discountAmount: event.target.value })}
            fault={fault}
          />
          <div className="flex items-end gap-2">{children}</div>
        </>
      )}
    </>
  );
}
