import { useMay, useOrganization } from "../../app/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { FailureLine } from "../../design/states.tsx";
import { useSaveOrganization } from "./settings-form.tsx";
import { TaxRates } from "./tax-rates.tsx";

const MODES = [
  ["none", "No tax", "Nothing is added to what prices say."],
  ["manual", "Your own rates", "The rates below, by country, region, category and status."],
  ["table", "Your own rates, and the built-in table", "What no rate of yours says, the table of VAT does."],
] as const;

/** Whether tax is added, and by which rates. */
export function TaxesPart() {
  const { taxMode } = useOrganization();
  const mayAdminister = useMay("admin");
  const save = useSaveOrganization();
  return (
    <>
      <Card
        title="How tax is decided"
        note="For what is billed from now on, and for drafts when they are issued."
        className="mb-4"
      >
        <fieldset disabled={!mayAdminister || save.isPending} className="grid gap-2 md:grid-cols-3">
          <legend className="sr-only">How tax is decided</legend>
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
