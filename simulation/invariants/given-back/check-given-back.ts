import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { Holdings } from "../holdings.ts";
import { type Charge, chargesOf, type Placed, withTax } from "./charges.ts";

/**
 * A charge gives back at most what it billed, by credits, corrections and notes together, with its own taxes; and so does an
 * invoice as a whole (invariant 8, R-SUB-5, R-INV-8).
 */
export function checkGivenBack({ invoices, money }: Holdings): string[] {
  const { charges, faults } = chargesOf(invoices, money);
  return [
    ...faults,
    ...charges.flatMap(chargeFaults),
    ...charges.flatMap(takesFaults),
    ...charges.flatMap(taxFaults),
    ...invoices.flatMap((invoice) => invoiceFaults(invoice, charges, { invoices, money })),
  ];
}

/** What is left lies between nothing and all that was billed. */
function chargeFaults({ name, lines, later }: Charge): string[] {
  const all = [...lines, ...later];
  const left = Rational.sum(all.map(({ own }) => own));
  const billed = Rational.sum(all.map(({ line }) => Rational.larger(Rational.of(line.amount), Rational.zero)));
  if (!left.isNegative() && left.compare(billed) <= 0) return [];
  const shown = all.map(({ line, own }) => `${line.kind} ${line.amount}, of which notes left ${own.toText()}`);
  return [`${left.toText()} is left of ${billed.toText()} of ${name}: ${shown.join("; ")}`];
}

/** All that usage takes back is written down as taken of invoices. */
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

/** What is given back of an issued line is under the taxes of that line. */
function taxFaults({ name, lines, later }: Charge): string[] {
  const frozen = ({ invoice }: Placed): boolean => invoice.status !== "draft";
  return later.filter(frozen).flatMap((placed) => {
    // What was billed again since is under the taxes of that day.
    const present = lines.filter((one) => frozen(one) && isIssuedBefore(one.invoice, placed.invoice));
    if (present.length < lines.length) return [];
    // Late usage charges as well, and where the line was billed again since, under the taxes of another day. What was given back
    // before bore taxes of its own then, and what gives back all that is left takes its share of that.
    const before = later.filter(
      (one) =>
        one !== placed &&
        frozen(one) &&
        isIssuedBefore(one.invoice, placed.invoice) &&
        (one.own.isPositive() || placed.own.isNegative()),
    );
    const own = new Set([...present, ...before].flatMap(taxTexts));
    const { kind, id, amount } = placed.line;
    return taxTexts(placed)
      .filter((text) => own.size > 0 && !own.has(text))
      .map(
        (text) =>
          `the ${kind} ${id} of ${amount} of ${name} is under ${text}, and its line under ${[...own].join(" or ")}`,
      );
  });
}

/** Of invoices that are issued at one instant, the one that was made first is issued first. */
function isIssuedBefore(one: StoredInvoice, other: StoredInvoice): boolean {
  const [at, otherAt] = [one.issuedAt ?? 0, other.issuedAt ?? 0];
  return at === otherAt ? one.id <= other.id : at < otherAt;
}

/** The sets of taxes that parts of a line are under; a set has no order. */
function taxTexts({ invoice, line }: Placed): string[] {
  if (line.taxes === null || line.taxes.length === 0) return ["no tax"];
  return line.taxes.map((part) => {
    const taxes = part.taxes.flatMap(({ index }) => invoice.taxes?.[index] ?? []);
    const texts = taxes.map(
      ({ name, percentage, categoryCode, inclusive }) =>
        `${name} ${percentage} % ${categoryCode}${inclusive ? " held" : ""}`,
    );
    return texts.length === 0 ? "no tax" : texts.toSorted().join(" and ");
  });
}

/** Notes and what later invoices give back come to no more than the invoice did, but for a minor unit for each of them. */
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
    // What its adjustments take back with it is not told apart by line: all of it is allowed for.
    const relief = adjusting.filter((line) => Rational.of(line.amount).isPositive());
    const most = amount.minus(
      Rational.sum(relief.map((line) => withTax({ invoice: by, line }, Rational.of(line.amount)))),
    );
    // Where they also adjust what it charges, one takes from the other: then what the invoice left of its lines is the share.
    const charges = by.lines.some(
      ({ kind, amount: own }) => !ADJUSTMENTS.includes(kind) && Rational.of(own).isPositive(),
    );
    const share = charges && adjusting.length > 0 ? amount.times(keptOf(invoice)) : amount;
    return Rational.larger(Rational.smaller(most, share), Rational.zero);
  });
  const noted = Rational.sum(notes.map((note) => Rational.of(note.total)));
  const inAll = noted.plus(Rational.sum(back));
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(placesOf(currency))));
  // What it took back itself is of earlier invoices, and leaves no less of its own charges.
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

/** What others charge of its discounts and limits, which are for a period and so for all its invoices. */
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

/** Which part of what its lines charge an invoice came to, before tax. */
function keptOf({ lines }: StoredInvoice): Rational {
  const amounts = lines.map(({ amount }) => Rational.of(amount));
  const whole = Rational.sum(amounts.filter((amount) => amount.isPositive()));
  return whole.isZero() ? Rational.zero : Rational.smaller(Rational.sum(amounts).over(whole), Rational.whole(1));
}

/** What later invoices took at least of the lines of an invoice in a charge: what they took first of others is not of it. */
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
