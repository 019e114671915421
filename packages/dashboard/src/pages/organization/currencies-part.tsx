import { useOrganization } from "../../server/session.ts";
import { CurrencyField } from "../../design/code-fields.tsx";
import { textOrNull } from "../../design/form.ts";
import { ExchangeRates } from "./exchange-rates.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** The currency in which figures are added, and the rates that convert into it. */
export function CurrenciesPart() {
  const { reportingCurrency } = useOrganization();
  return (
    <>
      <SettingsForm
        title="Reporting currency"
        note="The home page adds figures of all currencies in this one. Invoices don’t change."
        read={(form) => ({ reportingCurrency: textOrNull(form, "reportingCurrency") })}
      >
        {(fault) => (
          <CurrencyField
            label="Reporting currency"
            name="reportingCurrency"
            defaultValue={reportingCurrency ?? ""}
            placeholder="None"
            hint="Leave blank to show each currency on its own"
            fault={fault("/reportingCurrency")}
          />
        )}
      </SettingsForm>
      <ExchangeRates />
    </>
  );
}
