import { addDays, type Day, nextDay } from "../../auditor/calendar.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine, StoredTax } from "../../platform/ledger.ts";
import type { StoredMoney } from "../../platform/money-ledger.ts";

/** A line with its invoice. */
export interface Placed {
  readonly invoice: StoredInvoice;
  readonly line: StoredLine;
  /** What notes left of it. */
  readonly own: Rational;
}

/** A charge, in one line or in parts, and the later lines that gave back or corrected a part of it. */
export interface Charge {
  readonly name: string;
  readonly lines: Placed[];
  readonly later: Placed[];
  /** For usage: the same of void invoices. */
  readonly voided: Placed[];
}

/** What invoices charged and gave back, by their lines. */
export interface Charges {
  readonly charges: Charge[];
  /** For each credit, the invoice whose line it gives back, including those of void invoices. */
  readonly credited: ReadonlyMap<string, StoredInvoice>;
  readonly faults: string[];
}

/**
 * The charges of invoices that are not void, from their lines alone. A credit belongs to the line that charged its first
 * day at the time. Usage and its corrections belong together by price, version, group and the start of their counting
 * period.
 */
export function chargesOf(invoices: readonly StoredInvoice[], money: StoredMoney): Charges {
  const charges = new Map<string, Charge>();
  const payers = new Map<string, Charge>();
  const credited = new Map<string, StoredInvoice>();
  const faults: string[] = [];
  for (const placed of placedLines(invoices, money)) {
    const { line, invoice } = placed;
    const sold = `${invoice.subscriptionId} ${line.priceId} ${line.versionId}`;
    const payer = payers.get(`${sold} ${line.start}`);
    const paid = payer?.lines[0]?.invoice;
    if (line.kind === "credit" && paid !== undefined) credited.set(line.id, paid);
    const isUsage = line.kind === "usage" || line.kind === "correction";
    // It charges nothing by now, and no line that it gave back remains.
    if (invoice.status === "void" && !isUsage) continue;
    if (line.kind === "recurring") {
      const charge = { name: `the line ${line.id} of ${sold}`, lines: [placed], later: [], voided: [] };
      charges.set(line.id, charge);
      for (const day of daysOf(line)) payers.set(`${sold} ${day}`, charge);
    } else if (line.kind === "credit") {
      if (payer === undefined)
        faults.push(`the credit ${line.id} of ${sold} on ${line.start} gives back what was never billed`);
      payer?.later.push(placed);
    } else if (isUsage) {
      const key = `usage of ${sold} ${line.group ?? line.isGrouped} from ${line.countsFrom}`;
      const charge = charges.get(key) ?? { name: key, lines: [], later: [], voided: [] };
      charges.set(key, charge);
      const isVoid = invoice.status === "void";
      (isVoid ? charge.voided : line.kind === "usage" ? charge.lines : charge.later).push(placed);
    }
  }
  return { charges: [...charges.values()], credited, faults };
}

/** In the order in which they were first billed: a rebilling draft has the place of the void invoice, and then its own. */
function placedLines(invoices: readonly StoredInvoice[], { notes }: StoredMoney): Placed[] {
  const replaced = new Map(invoices.map(({ id, replacesInvoiceId }) => [id, replacesInvoiceId]));
  const origin = (id: string): string => {
    const before = replaced.get(id) ?? null;
    return before === null ? id : origin(before);
  };
  const noted = Map.groupBy(
    notes.flatMap(({ lines }) => lines),
    ({ lineId }) => lineId,
  );
  const ordered = invoices
    .filter(({ subscriptionId }) => subscriptionId !== null)
    .toSorted((a, b) => (`${origin(a.id)} ${a.id}` < `${origin(b.id)} ${b.id}` ? -1 : 1));
  return ordered.flatMap((invoice) =>
    invoice.lines.map((line) => {
      const given = Rational.sum((noted.get(line.id) ?? []).map(({ amount }) => Rational.of(amount)));
      return { invoice, line, own: Rational.of(line.amount).minus(given) };
    }),
  );
}

function daysOf({ start, end }: StoredLine): Day[] {
  const days: Day[] = [];
  for (let day = start; day < end; day = nextDay(day)) days.push(day);
  return days.length === 0 ? [addDays(start, 0)] : days;
}

/** An amount of a line with its exclusive taxes, not rounded. */
export function withTax({ invoice, line }: Pick<Placed, "invoice" | "line">, amount: Rational): Rational {
  const whole = Rational.of(line.amount);
  if (whole.isZero()) return amount;
  const onTop = (line.taxes ?? []).map((part) => {
    const taxes = part.taxes.flatMap(({ index }) => invoice.taxes?.[index] ?? []);
    const held = percent(taxes.filter(({ inclusive }) => inclusive));
    const net = Rational.of(part.amount).over(Rational.whole(1).plus(held));
    return net.times(percent(taxes.filter(({ inclusive }) => !inclusive)));
  });
  return amount.times(Rational.whole(1).plus(Rational.sum(onTop).over(whole)));
}

function percent(taxes: readonly StoredTax[]): Rational {
  return Rational.sum(taxes.map(({ percentage }) => Rational.of(percentage))).over(Rational.whole(100));
}
