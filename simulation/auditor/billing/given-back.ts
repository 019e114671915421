import type { AuditedInvoice, AuditedLine, AuditedSubscription } from "../books.ts";
import { placesOf, toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";
import { priceDiscount, subscriptionDiscount } from "./discounts.ts";
import { rankOf } from "./rank.ts";
import { orderOfWriting, ownOf, standingFor, takenOf } from "./takes.ts";

function isUsage({ kind }: AuditedLine): boolean {
  return kind === "usage" || kind === "correction";
}

/** The other lines of a line's account: its credits, the usage and corrections of its period, or a limit settled again. */
export function peersOf({ lines }: AuditedSubscription, line: AuditedLine): AuditedLine[] {
  if (line.kind === "recurring") return lines.filter((other) => other.of === line);
  const isPeer = (other: AuditedLine): boolean =>
    isUsage(line)
      ? isUsage(other) &&
        other.priceId === line.priceId &&
        other.group === line.group &&
        other.countsFrom === line.countsFrom
      : rankOf(line) > 0 && other.kind === line.kind && other.source === line.source && other.period === line.period;
  return lines.filter((other) => other !== line && isPeer(other));
}

/** What is gone of a line's own amount where this is left of its account. */
function gone(own: Rational, left: Rational): Rational {
  const [least, most] = own.isNegative() ? [own, Rational.zero] : [Rational.zero, own];
  return own.minus(Rational.larger(least, Rational.smaller(most, left)));
}

/** What later invoices gave back of a line; nothing of one that takes back itself. */
export function billedBack(subscription: AuditedSubscription, line: AuditedLine, invoice: AuditedInvoice): Rational {
  if (isTakenBack(line)) return Rational.zero;
  const amount = ownOf(subscription, line);
  if (line.off !== undefined) {
    const { lines, value } = line.off;
    const counted = Map.groupBy(
      lines.flatMap((one) => takenByInvoice(subscription, one, invoice)),
      ([by]) => by,
    );
    // Each invoice that takes back rounds the discount of what it takes.
    const shares = [...counted.values()].map((parts) => {
      const sum = Rational.sum(parts.map(([, part]) => part));
      return toMinorUnit(sum.times(value).over(Rational.whole(100)), subscription.made.currency);
    });
    return gone(amount, amount.plus(Rational.sum(shares)));
  }
  const others = peersOf(subscription, line).filter((one) => !invoice.lines.includes(one));
  if (amount.isNegative()) {
    const owns = others.map((one) => ({
      own: ownOf(subscription, one),
      isLater: isBilledAfter(subscription, one, line),
    }));
    return goneOfRelief(amount, owns);
  }
  return takenOf(subscription, [line, ...others]).get(line) ?? Rational.zero;
}

/** What is gone of what takes off, a discount or a limit, which is settled over several invoices: only a later one takes it back. */
export function goneOfRelief(own: Rational, others: readonly { own: Rational; isLater: boolean }[]): Rational {
  const later = others.filter(({ isLater }) => isLater).map((one) => Rational.larger(one.own, Rational.zero));
  const standing = own.plus(Rational.sum(others.map((one) => one.own)));
  return Rational.larger(gone(own, standing), Rational.sum(later).negated());
}

/** What was taken back of a line, by the invoices that took it; as one where these do not say so much. */
function takenByInvoice(
  subscription: AuditedSubscription,
  line: AuditedLine,
  invoice: AuditedInvoice,
): [AuditedInvoice | undefined, Rational][] {
  const whole = billedBack(subscription, line, invoice);
  const parts = peersOf(subscription, line)
    .filter((one) => !invoice.lines.includes(one) && ownOf(subscription, one).isNegative())
    .map((one): [AuditedInvoice | undefined, Rational] => {
      const ofInvoice = [...(one.takes ?? [])].filter(([source]) => standingFor(subscription, source) === invoice);
      const taken = Rational.sum(ofInvoice.map(([, part]) => part));
      return [invoiceOf(subscription, one), one.takes === undefined ? ownOf(subscription, one).negated() : taken];
    });
  const isAll = Rational.sum(parts.map(([, part]) => part)).compare(whole) === 0;
  return isAll ? parts : [[undefined, whole]];
}

function isTakenBack({ kind, amount }: AuditedLine): boolean {
  return (kind === "credit" || kind === "correction") && amount.isNegative();
}

function invoiceOf({ invoices }: AuditedSubscription, line: AuditedLine): AuditedInvoice | undefined {
  return invoices.find((invoice) => !invoice.isVoid && invoice.lines.includes(line));
}

function isBilledAfter(subscription: AuditedSubscription, one: AuditedLine, other: AuditedLine): boolean {
  return orderOfWriting(subscription, one, other) > 0;
}

/**
 * What is left of what an invoice charged, together: what later ones gave back of it never leaves more. What it took back itself is of
 * earlier invoices, with its part of the discounts.
 */
function leftOfLines(subscription: AuditedSubscription, invoice: AuditedInvoice): Rational {
  const { lines } = invoice;
  const back = Rational.sum(lines.map((one) => billedBack(subscription, one, invoice)));
  const took = Rational.sum(lines.map((one) => tookBack(subscription, one)));
  return Rational.sum(lines.map((one) => ownOf(subscription, one)))
    .minus(Rational.smaller(took, Rational.zero))
    .minus(Rational.larger(back, Rational.zero));
}

function tookBack(subscription: AuditedSubscription, line: AuditedLine): Rational {
  const own = ownOf(subscription, line);
  if (isTakenBack(line) || line.isNoteLimited === true) return own;
  if (line.off !== undefined) {
    const { lines, value } = line.off;
    const counted = Rational.sum(lines.filter(isTakenBack).map((one) => ownOf(subscription, one)));
    return toMinorUnit(counted.times(value).over(Rational.whole(100)), subscription.made.currency).negated();
  }
  return (line.kind === "discount" || line.kind === "maximum") && own.isPositive() ? own : Rational.zero;
}

/** What is left of a recurring line after its credits and the notes on all of them. */
export function leftOfCharge(subscription: AuditedSubscription, line: AuditedLine): Rational {
  const credits = subscription.lines.filter((other) => other.of === line);
  return Rational.sum([line, ...credits].map((one) => ownOf(subscription, one)));
}

/**
 * The most that can be taken of a line of whose invoice a note gave something back: a note may have given back the line and left its
 * discount, so that less is left of the invoice than of its lines. Undefined where nothing but the line bounds it.
 */
export function mostOfInvoice(subscription: AuditedSubscription, line: AuditedLine): Rational | undefined {
  const invoice = notedInvoiceOf(subscription, line);
  if (invoice === undefined || line.amount.isNegative()) return undefined;
  const left = leftOfLines(subscription, invoice).plus(subscription.reliefToday.get(invoice) ?? Rational.zero);
  const taken = subscription.takenToday.get(invoice) ?? Rational.zero;
  // The amount of which the percentages leave what is left: the last of them first.
  let most: Rational | undefined = Rational.larger(left.minus(taken), Rational.zero);
  for (const { part, noted } of percentagesOf(subscription, line).toReversed()) {
    const rest = Rational.whole(1).minus(part);
    const byShare: Rational | undefined = rest.isZero() ? undefined : most.over(rest);
    const byLeft: Rational | undefined =
      noted === undefined ? undefined : most.plus(leftToTakeOff(subscription, noted));
    if (byShare === undefined && byLeft === undefined) return undefined;
    most =
      byShare === undefined || byLeft === undefined ? (byShare ?? byLeft ?? most) : Rational.smaller(byShare, byLeft);
  }
  return floored(most, placesOf(subscription.made.currency));
}

/** Notes that an amount of a line is taken. Answers what that takes back of its percentages, where notes gave back any of these. */
export function noteTaken(
  subscription: AuditedSubscription,
  line: AuditedLine,
  amount: Rational,
): { readonly takenOff: Map<string, Rational>; readonly isLimited: boolean } {
  const percentages = percentagesOf(subscription, line);
  const takenOff = new Map<string, Rational>();
  let net = amount;
  for (const { source, part, noted } of percentages) {
    const share = net.times(part);
    const off = noted === undefined ? share : Rational.smaller(share, leftToTakeOff(subscription, noted));
    if (noted !== undefined) addTo(subscription.takenOffToday, noted, off);
    takenOff.set(source, off);
    net = net.minus(off);
  }
  const invoice = notedInvoiceOf(subscription, line);
  if (invoice !== undefined) addTo(subscription.takenToday, invoice, net);
  return { takenOff, isLimited: percentages.some(({ noted }) => noted !== undefined) };
}

function addTo<Key>(sums: Map<Key, Rational>, key: Key, amount: Rational): void {
  sums.set(key, (sums.get(key) ?? Rational.zero).plus(amount));
}

export function forgetTaken({ takenToday, takenOffToday }: AuditedSubscription): void {
  takenToday.clear();
  takenOffToday.clear();
}

/**
 * What the lines of a new invoice take back, one after the other: where less is left of an invoice than of its lines, credits take it
 * before usage does, the earliest days first, then by price and by group.
 */
export function takenInOrder(subscription: AuditedSubscription, lines: readonly AuditedLine[]): AuditedLine[] {
  forgetTaken(subscription);
  const credits: AuditedLine[] = [];
  const bounded = new Map<AuditedLine, AuditedLine>();
  for (const line of lines.toSorted((a, b) => (orderOfTaking(a) < orderOfTaking(b) ? -1 : 1))) {
    const fresh = line.bound === undefined ? line : line.bound(credits);
    if (fresh === undefined) continue;
    bounded.set(line, fresh);
    if (fresh.kind === "credit") credits.push(fresh);
  }
  return lines.flatMap((line) => bounded.get(line) ?? []);
}

function orderOfTaking({ kind, service, priceId, countedOn, group }: AuditedLine): string {
  return [kind === "credit" ? 0 : 1, service.start, priceId, kind, countedOn, group ?? ""].join(" ");
}

/** Whether nothing is left of a line that was billed in advance, so that no credit can be made of it. */
export function isGivenBack(subscription: AuditedSubscription, line: AuditedLine): boolean {
  const left = leftOfCharge(subscription, line);
  return !Rational.smaller(left, mostOfInvoice(subscription, line) ?? left).isPositive();
}

/** What can be taken of the lines of one charge together; undefined where nothing but the lines bounds it. */
export function mostOfCharge(subscription: AuditedSubscription, lines: readonly AuditedLine[]): Rational | undefined {
  if (lines.every((line) => mostOfInvoice(subscription, line) === undefined)) return undefined;
  const [before, offBefore] = [new Map(subscription.takenToday), new Map(subscription.takenOffToday)];
  const parts = remainders(subscription, lines).map(({ line, left }) => takeUpTo(subscription, line, left).amount);
  forgetTaken(subscription);
  for (const [invoice, amount] of before) subscription.takenToday.set(invoice, amount);
  for (const [line, amount] of offBefore) subscription.takenOffToday.set(line, amount);
  return Rational.sum(parts);
}

/** Notes that an amount is taken of them, the oldest first, and says of which invoices and of which percentages. */
export function noteTakenOfCharge(
  subscription: AuditedSubscription,
  lines: readonly AuditedLine[],
  amount: Rational,
): Pick<AuditedLine, "takes" | "takenOff"> {
  let rest = amount;
  const takes = new Map<AuditedInvoice, Rational>();
  const takenOff = new Map<string, Rational>();
  let isLimited = false;
  for (const { line, left } of remainders(subscription, lines)) {
    const part = takeUpTo(subscription, line, Rational.smaller(rest, left));
    rest = rest.minus(part.amount);
    const invoice = invoiceOf(subscription, line);
    if (invoice !== undefined && part.amount.isPositive()) addTo(takes, invoice, part.amount);
    for (const [source, off] of part.takenOff) addTo(takenOff, source, off);
    isLimited ||= part.isLimited;
  }
  return { takes, ...(isLimited ? { takenOff } : {}) };
}

/** What notes and earlier corrections left of each line that charged, the oldest being corrected first. */
function remainders(
  subscription: AuditedSubscription,
  lines: readonly AuditedLine[],
): { line: AuditedLine; left: Rational }[] {
  return [...takenOf(subscription, lines)].map(([line, taken]) => ({
    line,
    left: ownOf(subscription, line).minus(taken),
  }));
}

function takeUpTo(subscription: AuditedSubscription, line: AuditedLine, wanted: Rational) {
  const amount = Rational.smaller(wanted, mostOfInvoice(subscription, line) ?? wanted);
  return { amount, ...noteTaken(subscription, line, amount) };
}

/** The invoice of a line, where a note gave something of it back. */
function notedInvoiceOf(subscription: AuditedSubscription, line: AuditedLine): AuditedInvoice | undefined {
  const own = invoiceOf(subscription, line);
  return own?.lines.some((one) => subscription.noted.has(one)) === true ? own : undefined;
}

/** A discount by percentage on a line: its part of one, and its line on the invoice where a note gave back something of that. */
interface PercentageOnLine {
  readonly source: string;
  readonly part: Rational;
  readonly noted: AuditedLine | undefined;
}

/** The percentages on a line, one after the other: what is given back of it takes its share of them back. */
function percentagesOf(subscription: AuditedSubscription, line: AuditedLine): PercentageOnLine[] {
  const price = subscription.soldPrices.get(line.priceId ?? "");
  const discounts = [
    ...(price === undefined ? [] : priceDiscount(subscription, price)),
    ...subscriptionDiscount(subscription),
  ];
  const { start } = line.service;
  const held = discounts.filter(
    ({ type, startsOn, endsOn }) => type === "percentage" && start >= startsOn && (endsOn === null || start < endsOn),
  );
  const onInvoice = line.amount.isNegative() ? [] : (notedInvoiceOf(subscription, line)?.lines ?? []);
  return held.map(({ source, value }) => ({
    source,
    part: value.over(Rational.whole(100)),
    noted: onInvoice.find(
      (one) => one.off?.lines.includes(line) === true && one.source === source && subscription.noted.has(one),
    ),
  }));
}

/** What notes, later invoices and this one left to be taken back of a discount by percentage. */
function leftToTakeOff(subscription: AuditedSubscription, discount: AuditedLine): Rational {
  const invoice = invoiceOf(subscription, discount);
  const back = invoice === undefined ? Rational.zero : billedBack(subscription, discount, invoice);
  const taken = subscription.takenOffToday.get(discount) ?? Rational.zero;
  return Rational.larger(back.minus(ownOf(subscription, discount)).minus(taken), Rational.zero);
}

function floored(amount: Rational, places: number): Rational {
  const unit = Rational.whole(10n ** BigInt(places));
  return Rational.whole(-amount.times(unit).negated().ceiling()).over(unit);
}
