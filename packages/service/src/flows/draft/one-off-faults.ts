import type { InvoiceRow } from "@counterfoil/storage";
import type { Fault } from "../../errors/index.ts";
import type { FreeLineInput } from "../../invoices/index.ts";

export interface OneOffLines {
  lineItems?: FreeLineInput[];
  /** Alias of `lineItems`. */
  lines?: FreeLineInput[];
}

/** A one-off invoice needs lines. The request may name them `lineItems` or `lines`. */
export function requiredLines({ lineItems, lines }: OneOffLines, member: string): Fault[] {
  if (lineItems !== undefined && lines !== undefined) {
    return [
      {
        pointer: "/lines",
        code: "written_twice",
        detail: "lines is another name for lineItems. Send only one of them.",
      },
    ];
  }
  const written = lines ?? lineItems ?? [];
  if (written.length > 0) return [];
  return [{ pointer: `/${member}`, code: "required", detail: "A one-off invoice needs at least one line." }];
}

/** A one-off draft must keep a line. A subscription's draft has the lines that billing wrote. */
export function emptyFaults(
  { subscriptionId }: Pick<InvoiceRow, "subscriptionId">,
  lineItems: readonly FreeLineInput[] | undefined,
): Fault[] {
  if (subscriptionId !== null || lineItems === undefined || lineItems.length > 0) return [];
  return [
    {
      pointer: "/lineItems",
      code: "required",
      detail: "A one-off invoice needs at least one line. To remove all lines, delete the draft.",
    },
  ];
}
