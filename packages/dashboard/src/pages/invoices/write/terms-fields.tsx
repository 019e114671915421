import { SelectField, TextArea, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { PAYMENT_TERMS } from "../../../named/payment-terms.ts";
import type { TermsDraft } from "./terms-draft.ts";

interface TermsFieldsProps {
  readonly terms: TermsDraft;
  readonly error: unknown;
  readonly onChange: (terms: TermsDraft) => void;
}

export function TermsFields({ terms, error, onChange }: TermsFieldsProps) {
  const text = (member: keyof TermsDraft) => ({
    value: terms[member],
    onChange: (event: { target: { value: string } }) => onChange({ ...terms, [member]: event.target.value }),
    fault: faultAt(error, `/${member}`),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Description" hint="Shown above the lines" {...text("description")} />
      <TextField label="PO number" {...text("purchaseOrderNumber")} />
      <TextField
        label="Buyer reference"
        hint="Such as a Leitweg-ID. Leave blank for the account default."
        maxLength={200}
        {...text("buyerReference")}
      />
      <SelectField label="Payment terms" {...text("paymentTerms")}>
        <option value="">Organization default</option>
        {PAYMENT_TERMS.map((one) => (
          <option key={one} value={one}>
            {toWords(one)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Due date"
        type="date"
        hint="Leave blank to calculate from the payment terms."
        {...text("dueDate")}
      />
      <TextArea
        label="Memo"
        hint="Counterfoil fills in placeholders such as {DueDate} when you issue the invoice."
        className="sm:col-span-2"
        {...text("memo")}
      />
      <TextArea label="Footer" className="sm:col-span-2" {...text("footer")} />
    </div>
  );
}
