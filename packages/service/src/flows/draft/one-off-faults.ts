import { isCurrency } from "@counterfoil/engine";
import type { InvoiceRow } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";
import type { FreeLineInput } from "../../invoices/index.ts";

export interface OneOffLines {
  lineItems?: FreeLineInput[];
  /** Another name of `lineItems`. */
  lines?: FreeLineInput[];
}

/** A one-off invoice is of lines, which are written under one of two names. */
export function requiredLines({ lineItems, lines }: OneOffLines, member: string): Fault[] {
  if (lineItems !== undefined && lines !== undefined) {
    return [
      { pointer: "/lines", code: "written_twice", detail: "lines is another name of lineItems; send one of them." },
    ];
  }
  const written = lines ?? lineItems ?? [];
  if (written.length > 0) return [];
  return [{ pointer: `/${member}`, code: "required", detail: "A one-off invoice needs at least one line." }];
}

/** What is wrong with the currency; the account's is right. */
export function currencyFaults(currency: string | undefined): Fault[] {
  if (currency === undefined || isCurrency(currency)) return [];
  return [{ pointer: "/currency", code: "unknown_currency", detail: `${currency} is no ISO 4217 code.` }];
}

/** A one-off draft keeps a line. One of a subscription has what billing wrote. */
export function emptyFaults(
  { subscriptionId }: Pick<InvoiceRow, "subscriptionId">,
  lineItems: readonly FreeLineInput[] | undefined,
): Fault[] {
  if (subscriptionId !== null || lineItems === undefined || lineItems.length > 0) return [];
  return [
    { pointer: "/lineItems", code: "required", detail: "A one-off invoice needs a line; delete the draft instead." },
  ];
}
