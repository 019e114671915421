import { Decimal } from "@counterfoil/engine";
import Type from "typebox";
import type { Desk } from "../call-operation.ts";
import type { McpCaller } from "../caller.ts";
import { readOperation } from "../read-operation.ts";
import { tool } from "../tool.ts";
import { ToolFailure } from "../tool-failure.ts";

interface Invoice {
  readonly id: string;
  readonly number: string | null;
  readonly subscriptionId: string | null;
  readonly currency: string;
  readonly billingPeriod: string;
  readonly billingPeriodStart: string;
  readonly total: string;
  readonly tax: string;
  readonly lineItems: readonly InvoiceLine[];
}

interface InvoiceLine {
  readonly id: string;
  readonly description: string;
  readonly kind: string;
  readonly priceId: string | null;
  readonly usageGroup: unknown;
  readonly quantity: string;
  readonly totalPrice: string;
}

export const compareInvoices = tool({
  name: "compare_invoices",
  title: "Compare invoices",
  description: "Why an invoice is higher or lower than the one before it, line by line.",
  input: {
    invoiceId: Type.String(),
    earlierInvoiceId: Type.Optional(Type.String({ description: "Default: the subscription's previous invoice." })),
  },
  isWrite: false,
  needs: () => ["getInvoice"],
  call: async (desk, from, { invoiceId, earlierInvoiceId }) => {
    const later = await invoiceOf(desk, from, invoiceId);
    const earlier = await invoiceOf(desk, from, earlierInvoiceId ?? (await previousOf(desk, from, later)));
    if (earlier.currency !== later.currency) {
      throw new ToolFailure(
        `The invoices are in ${earlier.currency} and ${later.currency}. Compare two of one currency.`,
      );
    }
    return { value: comparison(earlier, later), narrow: "Read both invoices with get instead." };
  },
});

async function invoiceOf(desk: Desk, from: McpCaller, id: string): Promise<Invoice> {
  return (await readOperation(desk, from, "getInvoice", { id })) as Invoice;
}

async function previousOf(desk: Desk, from: McpCaller, invoice: Invoice): Promise<string> {
  const { subscriptionId, billingPeriodStart } = invoice;
  const filters = {
    subscriptionId,
    billingPeriodStart: { lt: billingPeriodStart },
    status: { nin: ["void", "draft"] },
  };
  const found =
    subscriptionId === null
      ? { items: [] }
      : ((await readOperation(desk, from, "listInvoices", {
          filters,
          sort: "billingPeriodStart:desc",
          limit: 1,
        })) as { items: { id: string }[] });
  const [previous] = found.items;
  if (previous !== undefined) return previous.id;
  throw new ToolFailure("The subscription has no earlier invoice. Add earlierInvoiceId to choose another one.");
}

/** What differs, the largest difference first. Lines of one price and kind are compared as one. */
function comparison(earlier: Invoice, later: Invoice): object {
  const { currency } = later;
  const before = Map.groupBy(earlier.lineItems, identityOf);
  const after = Map.groupBy(later.lineItems, identityOf);
  const lines = [...new Set([...after.keys(), ...before.keys()])]
    .map((identity) => compared(before.get(identity) ?? [], after.get(identity) ?? [], currency))
    .toSorted((a, b) => b.change.abs().compare(a.change.abs()));
  const differing = lines.filter(({ change }) => !change.isZero());
  const header = ({ id, number, billingPeriod, total }: Invoice) => ({
    id,
    number: number ?? "draft",
    billingPeriod,
    total: `${total} ${currency}`,
  });
  return {
    earlier: header(earlier),
    later: header(later),
    change: signed(difference(earlier.total, later.total), currency),
    lines: differing.map(({ shown }) => shown),
    unchangedLines: lines.length - differing.length,
    taxChange: signed(difference(earlier.tax, later.tax), currency),
    next: "Explain a line with explain_line and its lineId.",
  };
}

/** The price, kind and usage group: the same thing in another period. Lines that people wrote have only their text. */
function identityOf({ priceId, kind, usageGroup, description }: InvoiceLine): string {
  return JSON.stringify([priceId ?? description, kind, usageGroup]);
}

function compared(before: readonly InvoiceLine[], after: readonly InvoiceLine[], currency: string) {
  const [was, is] = [sumOf(before, "totalPrice"), sumOf(after, "totalPrice")];
  const change = is.minus(was);
  const quantities = [sumOf(before, "quantity"), sumOf(after, "quantity")].map(String);
  const line = after[0] ?? before[0];
  const shown = {
    description: line?.description,
    lineId: line?.id,
    earlier: before.length === 0 ? "none" : `${was.toString()} ${currency}`,
    later: after.length === 0 ? "none" : `${is.toString()} ${currency}`,
    change: signed(change, currency),
    quantity: quantities[0] === quantities[1] ? quantities[0] : quantities.join(" → "),
  };
  return { change, shown };
}

function sumOf(lines: readonly InvoiceLine[], member: "totalPrice" | "quantity"): Decimal {
  return Decimal.sum(lines.map((line) => Decimal.of(line[member])));
}

function difference(earlier: string, later: string): Decimal {
  return Decimal.of(later).minus(Decimal.of(earlier));
}

function signed(change: Decimal, currency: string): string {
  return `${change.isPositive() ? "+" : ""}${change.toString()} ${currency}`;
}
