import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../design/button.tsx";
import { BareNumber } from "../../design/number-field.tsx";

interface ThresholdFieldsProps {
  readonly kind: "quantity" | "amount";
  readonly thresholds: readonly string[];
  readonly onChange: (thresholds: readonly string[]) => void;
  readonly fault: (member: string) => string | undefined;
}

/** The values at which an alert reports, lowest first. */
export function ThresholdFields({ kind, thresholds, onChange, fault }: ThresholdFieldsProps) {
  const sent = thresholds.map((_, place) => thresholds.slice(0, place).filter((one) => one !== "").length);
  const whole = fault("thresholds");
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Thresholds</legend>
      <ul className="flex flex-col gap-2">
        {thresholds.map((threshold, place) => (
          <li key={place} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <BareNumber
                label={`Threshold ${place + 1}`}
                kind={kind}
                required={place === 0}
                value={threshold}
                onChange={(next) => onChange(thresholds.map((one, index) => (index === place ? next : one)))}
                fault={threshold === "" ? undefined : fault(`thresholds/${sent[place]}`)}
              />
            </div>
            <IconButton
              label={`Remove threshold ${place + 1}`}
              disabled={thresholds.length === 1}
              onClick={() => onChange(thresholds.filter((_, index) => index !== place))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className={`mt-1 text-xs ${whole === undefined ? "text-muted" : "text-bad"}`}>
        {whole ?? (kind === "amount" ? "Amounts in ascending order" : "Quantities in ascending order")}
      </p>
      <Button
        className="mt-2"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => onChange([...thresholds, ""])}
      >
        Add threshold
      </Button>
    </fieldset>
  );
}
