import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import { orderOf } from "../../platform/money-ledger.ts";
import type { Holdings } from "../holdings.ts";
import { type Charge, chargesOf, type Placed, withTax } from "./charges.ts";

/**
 * A charge gives back at most what it billed, by credits, corrections and notes together, with its own taxes; and so does
 * an invoice as a whole (invariant 8, R-SUB-5, R-INV-8).
 */
export function checkGivenBack({ invoices, money }: Holdings): string[] {
  const { charges, faults } = chargesOf(invoices, money);
  const order = orderOfIssue({ invoices, money });
  return [
    ...faults,
    ...charges.flatMap(chargeFaults),
    ...charges.flatMap(takesFaults),
    ...charges.flatMap((charge) => taxFaults(charge, order)),
    ...invoices.flatMap((invoice) => invoiceFaults(invoice, charges, { invoices, money })),
  ];
}

/** What is left is between zero and all that was billed. */
function chargeFaults({ name, lines, later }: Charge): string[] {
  const all = [...lines, ...later];
  const left = Rational.sum(all.map(({ own }) => own));
  const billed = Rational.sum(all.map(({ line }) => Rational.larger(Rational.of(line.amount), Rational.zero)));
  if (!left.isNegative() && left.compare(billed) <= 0) return [];
  const shown = all.map(({ line, own }) => `${line.kind} ${line.amount}, of which notes left ${own.toText()}`);
  return [`${left.toText()} is left of ${billed.toText()} of ${name}: ${shown.join("; ")}`];
}

/** Everything that usage takes back is recorded as taken from invoices. */
function takesFaults({ name, lines, later }: Charge): string[] {
  const back = [...lines, ...later].filter(
    ({ line }) => line.kind !== "credit" && Rational.of(line.amount).isNegative(),
  );
  return back.flatMap(({ line: { id, kind, amount, takes } }) => {
    const taken = Rational.sum((takes ?? []).map((take) => Rational.of(take.amount)));
    if (taken.plus(Rational.of(amount)).isZero()) return [];
    return [`the ${kind} ${id} of ${amount} of ${name} takes ${taken.toText()} of invoices`];
  });
}

/** What is given back of an issued line has the taxes of that line. */
function taxFaults({ name, lines, later, voided }: Charge, { isBefore, replacing }: OrderOfIssue): string[] {
  const frozen = ({ invoice }: Placed): boolean => invoice.status !== "draft";
  return later.filter(frozen).flatMap((placed) => {
    // What was rebilled since has the taxes of that day. Its void invoice has those that were given back.
    const isStanding = ({ invoice }: Placed): boolean => {
      const next = replacing.get(invoice.id);
      return next !== undefined && (next.status === "draft" || !isBefore(next, placed.invoice));
    };
    const present = lines.filter((one) => frozen(one) && isBefore(one.invoice, placed.invoice));
    if (present.length < lines.length) return [];
    const before = [...later.filter(frozen), ...voided.filter(isStanding)].filter(
      (one) => one !== placed && isBefore(one.invoice, placed.invoice),
    );
    // Late usage charges too, and after rebilling under the taxes of another day. What was given back before had its own
    // taxes, and what gives back the rest takes its share of them. What charges makes up for what was given back beyond what
    // was charged, for example if the invoice of which that was given back is rebilled.
    const bearing = before.filter((one) => one.own.isPositive() || placed.own.isNegative());
    const own = new Set([...[...present, ...bearing].flatMap(taxTexts), ...overdrawn([...present, ...before])]);
    const { kind, id, amount } = placed.line;
    return taxTexts(placed)
      .filter((text) => own.size > 0 && !own.has(text))
      .map(
        (text) =>
          `the ${kind} ${id} of ${amount} of ${name} is under ${text}, and its line under ${[...own].join(" or ")}`,
      );
  });
}

interface OrderOfIssue {
  /** Whether an issued invoice is the other one, or was issued before it. */
  isBefore(one: StoredInvoice, other: StoredInvoice): boolean;
  /** By void invoice, the one that rebills it. */
  readonly replacing: ReadonlyMap<string, StoredInvoice>;
}

/** Skipped invoices, and those of lines of zero, have no turn: of these at the same instant, the one created first is issued first. */
function orderOfIssue({ invoices, money }: Pick<Holdings, "invoices" | "money">): OrderOfIssue {
  const issues = money.turns.filter(({ kind }) => kind === "invoice_issued");
  const turns = new Map(issues.map(({ invoiceId, id }) => [invoiceId, orderOf(id)]));
  const replacing = new Map(
    invoices.flatMap((one) => (one.replacesInvoiceId === null ? [] : [[one.replacesInvoiceId, one] as const])),
  );
  const isBefore = (one: StoredInvoice, other: StoredInvoice): boolean => {
    const [turn, otherTurn] = [turns.get(one.id), turns.get(other.id)];
    if (turn !== undefined && otherTurn !== undefined) return turn <= otherTurn;
    const [at, otherAt] = [one.issuedAt ?? 0, other.issuedAt ?? 0];
    return at === otherAt ? one.id <= other.id : at < otherAt;
  };
  return { isBefore, replacing };
}

/** The sets of taxes under which more was given back than charged, if more was charged under none. */
function overdrawn(all: readonly Placed[]): string[] {
  const under = Map.groupBy(all.flatMap(taxedParts), ({ text }) => text);
  const sums = [...under].map(([text, parts]) => ({
    text,
    sum: Rational.sum(parts.map(({ amount }) => Rational.of(amount))),
  }));
  if (sums.some(({ sum }) => sum.isPositive())) return [];
  return sums.filter(({ sum }) => sum.isNegative()).map(({ text }) => text);
}

function taxTexts(placed: Placed): string[] {
  return taxedParts(placed).map(({ text }) => text);
}

/** The parts of a line, each with its set of taxes; a set has no order. */
function taxedParts({ invoice, line }: Placed): { readonly text: string; readonly amount: string }[] {
  if (line.taxes === null || line.taxes.length === 0) return [{ text: "no tax", amount: line.amount }];
  return line.taxes.map((part) => {
    const taxes = part.taxes.flatMap(({ index }) => invoice.taxes?.[index] ?? []);
    const texts = taxes.map(
      ({ name, percentage, categoryCode, inclusive }) =>
        `${name} ${percentage} % ${categoryCode}${inclusive ? " held" : ""}`,
    );
    return { text: texts.length === 0 ? "no tax" : texts.toSorted().join(" and "), amount: part.amount };
  });
}

/** Notes and later invoices give back at most the invoice's total, except for a minor unit each. */
function invoiceFaults(
  invoice: StoredInvoice,
  charges: readonly Charge[],
  { invoices, money }: Pick<Holdings, "invoices" | "money">,
): string[] {
  const { id, status, total, currency, subscriptionId } = invoice;
  if (status === "void" || status === "draft" || subscriptionId === null) return [];
  const notes = money.notes.filter(({ invoiceId }) => invoiceId === id);
  if (notes.length === 0) return [];
  const taken = Map.groupBy(
    charges.flatMap((charge) => takenOf(charge, id)),
    ({ by }) => by,
  );
  const back = [...taken].map(([by, parts]) => {
    const amount = Rational.sum(parts.map((part) => part.amount));
    const adjusting = by.lines.filter(({ kind }) => ADJUSTMENTS.includes(kind));
    // What its adjustments take back is not known by line, so all of it is allowed.
    const relief = adjusting.filter((line) => Rational.of(line.amount).isPositive());
    const most = amount.minus(
      Rational.sum(relief.map((line) => withTax({ invoice: by, line }, Rational.of(line.amount)))),
    );
    // If they also adjust its charges, one takes from the other, and the share is what the invoice left of its lines.
    const charges = by.lines.some(
      ({ kind, amount: own }) => !ADJUSTMENTS.includes(kind) && Rational.of(own).isPositive(),
    );
    const share = charges && adjusting.length > 0 ? amount.times(keptOf(invoice)) : amount;
    return Rational.larger(Rational.smaller(most, share), Rational.zero);
  });
  const noted = Rational.sum(notes.map((note) => Rational.of(note.total)));
  const inAll = noted.plus(Rational.sum(back));
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(placesOf(currency))));
  // What it took back itself belongs to earlier invoices, and leaves its own charges unchanged.
  const tookBack = Rational.sum(
    invoice.lines
      .filter(({ kind, amount }) => (kind === "credit" || kind === "correction") && Rational.of(amount).isNegative())
      .map((line) => withTax({ invoice, line }, Rational.of(line.amount)).negated()),
  );
  const most = Rational.of(total)
    .plus(tookBack)
    .plus(
      chargedBack(
        invoice,
        invoices.filter((other) => other !== invoice && !taken.has(other)),
      ),
    )
    .plus(unit.times(Rational.whole(notes.length + 2 * taken.size)));
  if (inAll.compare(most) <= 0) return [];
  const later = [...taken.keys()].map((by) => by.id).join(", ");
  return [
    `${inAll.rounded(6).toText()} is given back of ${id} of ${total}: ${noted.toText()} by notes, the rest by ${later}`,
  ];
}

const ADJUSTMENTS = ["discount", "minimum", "maximum"];

/** Charges of other invoices to its discounts and limits, which are for a period and so for all its invoices. */
function chargedBack({ lines }: StoredInvoice, others: readonly StoredInvoice[]): Rational {
  const own = new Set(
    lines.flatMap(({ adjustmentId, start }) => (adjustmentId === null ? [] : [`${adjustmentId} ${start}`])),
  );
  return Rational.sum(
    others
      .filter(({ status }) => status !== "void")
      .flatMap((by) =>
        by.lines
          .filter(({ adjustmentId, start, amount }) => own.has(`${adjustmentId} ${start}`) && !amount.startsWith("-"))
          .map((line) => withTax({ invoice: by, line }, Rational.of(line.amount))),
      ),
  );
}

/** The share of its lines' charges that is in an invoice's total before tax. */
function keptOf({ lines }: StoredInvoice): Rational {
  const amounts = lines.map(({ amount }) => Rational.of(amount));
  const whole = Rational.sum(amounts.filter((amount) => amount.isPositive()));
  return whole.isZero() ? Rational.zero : Rational.smaller(Rational.sum(amounts).over(whole), Rational.whole(1));
}

/** The minimum that later invoices took of an invoice's lines in a charge, after what they took first of others. */
function takenOf({ lines, later }: Charge, invoiceId: string): { by: StoredInvoice; amount: Rational }[] {
  const left = [...lines, ...later]
    .filter(({ own }) => own.isPositive())
    .toSorted((a, b) => Number(a.invoice.id === invoiceId) - Number(b.invoice.id === invoiceId))
    .map((placed) => ({ placed, rest: placed.own }));
  const found: { by: StoredInvoice; amount: Rational }[] = [];
  for (const one of later.filter(({ own }) => own.isNegative())) {
    let open = one.own.negated();
    for (const account of left) {
      const part = Rational.smaller(open, account.rest);
      account.rest = account.rest.minus(part);
      open = open.minus(part);
      const isOwn = account.placed.invoice.id === invoiceId && one.invoice.id !== invoiceId;
      if (isOwn && part.isPositive()) found.push({ by: one.invoice, amount: withTax(one, part) });
    }
  }
  return found;
}
