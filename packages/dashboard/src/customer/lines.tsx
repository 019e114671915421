import type { HostedInvoice } from "@counterfoil/sdk";
import { lineText } from "./line-text.ts";
import { useReading } from "./reading.ts";

/** The lines of an invoice as a table. On phones, quantity and unit price move below the name. */
export function Lines({ invoice: { lineItems, currency, taxes } }: { readonly invoice: HostedInvoice }) {
  const reading = useReading();
  const { words, money, quantity, period } = reading;
  const isGross = taxes.length > 0 && taxes.every(({ inclusive }) => inclusive);
  return (
    <table className="w-full text-sm">
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 text-start font-medium">
            {words.description}
          </th>
          <th scope="col" className="px-3 text-end font-medium max-sm:hidden">
            {words.quantity}
          </th>
          <th scope="col" className="px-3 text-end font-medium max-sm:hidden">
            {words.unitPrice}
          </th>
          <th scope="col" className="text-end font-medium">
            {isGross ? words.amountInclTax : words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lineItems.map((line, index) => (
          // Lines have no ID here, and their order never changes.
          <tr key={index} className="border-b border-line align-top">
            <td className="py-2.5">
              <div className="own-direction font-medium wrap-anywhere">{lineText(line, reading)}</div>
              <div className="text-xs text-muted">{period(line.servicePeriod.start, line.servicePeriod.end)}</div>
              {line.conversion !== null && <Conversion conversion={line.conversion} currency={currency} />}
              <div className="figures text-xs text-muted sm:hidden">
                {quantity(line.quantity)}
                {line.unitPrice !== null && ` × ${money(line.unitPrice, currency)}`}
              </div>
            </td>
            <td className="figures px-3 py-2.5 text-end max-sm:hidden">
              {quantity(line.quantity)} {line.unitLabel}
            </td>
            <td className="figures px-3 py-2.5 text-end max-sm:hidden">
              {line.unitPrice === null ? "" : money(line.unitPrice, currency)}
            </td>
            <td className="figures py-2.5 text-end whitespace-nowrap">{money(line.totalPrice, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ConversionProps {
  readonly conversion: NonNullable<HostedInvoice["lineItems"][number]["conversion"]>;
  readonly currency: string;
}

/** `$99.00 · 1 USD = 0.92 EUR (March 28, 2024)`: the original price, and the exchange rate with its date. */
function Conversion({ conversion, currency }: ConversionProps) {
  const { money, quantity, date } = useReading();
  const { sourceCurrency, sourceUnitPrice, rate, rateDate } = conversion;
  return (
    <div dir="auto" className="figures text-xs text-muted">
      {sourceUnitPrice !== null && `${money(sourceUnitPrice, sourceCurrency)} · `}
      {`${quantity("1")} ${sourceCurrency} = ${quantity(rate)} ${currency}`}
      {rateDate !== null && ` (${date(rateDate)})`}
    </div>
  );
}
