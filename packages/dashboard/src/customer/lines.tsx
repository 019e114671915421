import type { HostedInvoice } from "@counterfoil/sdk";
import { useReading } from "./reading.ts";

/** The lines of an invoice: a table, which on phones leaves quantity and unit price to the line below the name. */
export function Lines({ invoice: { lineItems, currency } }: { readonly invoice: HostedInvoice }) {
  const { words, money, quantity, period } = useReading();
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
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lineItems.map((line, index) => (
          // Lines have no name of their own here, and never change their order.
          <tr key={index} className="border-b border-line align-top">
            <td className="py-2.5">
              <div className="own-direction font-medium wrap-anywhere">{line.description}</div>
              <div className="text-xs text-muted">{period(line.servicePeriod.start, line.servicePeriod.end)}</div>
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
