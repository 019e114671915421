import type { Invoice, InvoiceLine } from "@counterfoil/sdk";
import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { useSharedAddress } from "../../routing/address.ts";
import { Badge } from "../../design/badge.tsx";
import { Money, Quantity } from "../../design/money.tsx";
import { formatMoney, formatQuantity } from "../../format/amount.ts";
import { conversionText } from "../../format/conversion-text.ts";
import { formatServicePeriod } from "../../format/dates.ts";
import { Empty } from "../../design/states.tsx";

const CELL = "px-2 py-2.5 align-top first:pl-4 last:pr-4 max-sm:px-1";
const NARROW_OUT = `${CELL} max-md:hidden`;
/**
 * Next to other cards, only wide screens have room for a period column. Otherwise the period is below the line's name.
 */
const WIDE_ONLY = `${CELL} max-2xl:hidden`;

/** The lines, in the groups and order of the invoice. Each opens its explanation. */
export function InvoiceLines({ invoice }: { readonly invoice: Invoice }) {
  const [, change] = useSharedAddress();
  const groups = grouped(invoice.lineItems);
  if (groups.length === 0) {
    return (
      <Empty title="No lines yet">
        Counterfoil adds usage lines when the period ends. You can add your own lines while the invoice is a draft.
      </Empty>
    );
  }
  return (
    <table aria-label="Invoice lines" className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-muted">
          <th scope="col" className={`${CELL} font-medium`}>
            Description
          </th>
          <th scope="col" className={`${WIDE_ONLY} font-medium`}>
            Service period
          </th>
          <th scope="col" className={`${NARROW_OUT} text-right font-medium`}>
            Quantity
          </th>
          <th scope="col" className={`${NARROW_OUT} text-right font-medium`}>
            Unit price
          </th>
          <th scope="col" className={`${CELL} text-right font-medium`}>
            {invoice.taxes.length > 0 && invoice.taxes.every(({ inclusive }) => inclusive)
              ? "Amount incl. tax"
              : "Amount"}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, lines }) => (
          <Fragment key={lines[0]?.id}>
            {name !== null && (
              <tr className="border-b border-line bg-sunken/50">
                <th scope="rowgroup" colSpan={5} className="px-4 py-1.5 text-left text-xs font-semibold text-muted">
                  {name}
                </th>
              </tr>
            )}
            {lines.map((line) => (
              <Line
                key={line.id}
                line={line}
                currency={invoice.currency}
                onOpen={() => change({ line: line.id, metric: undefined })}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly line: InvoiceLine;
  readonly currency: string;
  readonly onOpen: () => void;
}

function Line({ line, currency, onOpen }: LineProps) {
  const { description, quantity, unitPrice, unitLabel, totalPrice, servicePeriod, proration, usageGroup, notes } = line;
  const period = formatServicePeriod(servicePeriod);
  const price = unitPrice === null ? "varies" : formatMoney(unitPrice, currency);
  return (
    <tr className="cursor-pointer border-b border-line hover:bg-sunken/60" onClick={onOpen}>
      <td className={`${CELL} wrap-anywhere`}>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
          className="group inline-flex items-center gap-1 text-left font-medium hover:underline"
        >
          {description}
          <ChevronRight aria-hidden className="size-3.5 text-muted group-hover:text-ink" />
        </button>
        {proration !== null && (
          <span className="ml-2">
            <Badge tone="note">
              {proration.days} of {proration.of} days
            </Badge>
          </span>
        )}
        {usageGroup !== null && (
          <div className="text-xs text-muted">
            {Object.entries(usageGroup)
              .map(([name, value]) => `${name}: ${value}`)
              .join(" · ")}
          </div>
        )}
        {line.conversion !== null && (
          <div className="figures text-xs text-muted">{conversionText(line.conversion, currency)}</div>
        )}
        {notes.map((note) => (
          <div key={note} className="text-xs text-muted">
            {note}
          </div>
        ))}
        <div className="figures text-xs text-muted 2xl:hidden">{period}</div>
        <div className="figures text-xs tracking-tight text-muted md:hidden">
          {formatQuantity(quantity)} {unitLabel ?? ""} × {price}
        </div>
      </td>
      <td className={`${WIDE_ONLY} figures whitespace-nowrap text-muted`}>{period}</td>
      <td className={`${NARROW_OUT} text-right`}>
        <Quantity quantity={quantity} />
        {unitLabel !== null && <div className="text-xs text-muted">{unitLabel}</div>}
      </td>
      <td className={`${NARROW_OUT} figures text-right whitespace-nowrap ${unitPrice === null ? "text-muted" : ""}`}>
        {price}
      </td>
      <td className={`${CELL} text-right`}>
        <Money amount={totalPrice} currency={currency} />
      </td>
    </tr>
  );
}

interface Group {
  readonly name: string | null;
  readonly lines: readonly InvoiceLine[];
}

/** Consecutive lines of one group are listed under its name. */
function grouped(lines: readonly InvoiceLine[]): readonly Group[] {
  const groups: { name: string | null; lines: InvoiceLine[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last === undefined || last.name !== line.groupName) groups.push({ name: line.groupName, lines: [line] });
    else last.lines.push(line);
  }
  return groups;
}
