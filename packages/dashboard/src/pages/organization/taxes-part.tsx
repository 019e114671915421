import { useMay, useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FailureLine } from "../../design/states.tsx";
import { useSaveOrganization } from "./settings-form.tsx";
import { TaxRates } from "./tax-rates.tsx";

const MODES = [
  ["none", "No tax", "Counterfoil adds no tax to prices."],
  ["manual", "Your tax rates", "Use the rates below, by country, region, category, and status."],
  ["table", "Your tax rates and the built-in table", "Use the built-in VAT table where none of your rates match."],
] as const;

/** Whether taxes are added, and the rates. */
export function TaxesPart() {
  const { taxMode } = useOrganization();
  const mayAdminister = useMay("admin");
  const save = useSaveOrganization();
  return (
    <>
      <Card title="Tax calculation" note="Applies to new invoices and to drafts when they are issued." className="mb-4">
        <fieldset disabled={!mayAdminister || save.isPending} className="grid gap-2 md:grid-cols-3">
          <legend className="sr-only">Tax calculation</legend>
          {MODES.map(([mode, name, note]) => (
            <Button
              key={mode}
              aria-pressed={taxMode === mode}
              onClick={() => save.mutate({ taxMode: mode })}
              className="!h-auto !justify-start !px-3 !py-2.5 text-left !whitespace-normal aria-pressed:!border-accent aria-pressed:!bg-accent-soft"
            >
              <span>
                <span className="block">{name}</span>
                <span className="block text-xs font-normal text-muted">{note}</span>
              </span>
            </Button>
          ))}
        </fieldset>
        <div className="mt-3">
          <FailureLine error={save.error} />
        </div>
      </Card>
      <TaxRates />
    </>
  );
}
