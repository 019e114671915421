import type { StoredInvoice, StoredLine } from "../platform/ledger.ts";
import type { AuditedInvoice, AuditedLine, Books } from "./books.ts";
import { placesOf } from "./currency.ts";
import { Rational } from "./rational.ts";

/** Where the platform's invoices differ from the auditor's, in words; nothing when they agree to the cent. */
export function compareInvoices(books: Books, stored: readonly StoredInvoice[]): string[] {
  const expected = Map.groupBy(
    books.invoices,
    ({ subscription, billingDate }) => `${subscription.made.id} on ${billingDate}`,
  );
  const billed = stored.filter(({ subscriptionId }) => subscriptionId !== null);
  const actual = Map.groupBy(billed, ({ subscriptionId, billingDate }) => `${subscriptionId} on ${billingDate}`);
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  return [...keys].toSorted(byDate).flatMap((key) => {
    const [auditors, platforms] = [expected.get(key) ?? [], actual.get(key) ?? []];
    return Array.from({ length: Math.max(auditors.length, platforms.length) }, (_, index) =>
      compareInvoice(key, auditors[index], platforms[index]),
    ).flat();
  });
}

function byDate(a: string, b: string): number {
  return a.slice(-10).localeCompare(b.slice(-10));
}

function compareInvoice(key: string, audited: AuditedInvoice | undefined, stored: StoredInvoice | undefined): string[] {
  const [expected, actual] = [
    audited === undefined ? [] : auditedLines(audited),
    (stored?.lines ?? []).flatMap(storedLine),
  ];
  const missing = without(expected, actual);
  const surplus = without(actual, expected);
  const lines = [
    ...missing.map((line) => `the auditor has ${line}`),
    ...surplus.map((line) => `the platform has ${line}`),
  ];
  const differences = audited === undefined || stored === undefined ? [] : compareHead(audited, stored);
  return [...lines, ...differences].map((difference) => `${key}: ${difference}`);
}

function compareHead(audited: AuditedInvoice, stored: StoredInvoice): string[] {
  const places = placesOf(audited.currency);
  const { held, added } = audited.tax;
  const sum = Rational.sum(audited.lines.map(({ amount }) => amount));
  return [
    ["currency", audited.currency, stored.currency],
    ["subtotal", sum.minus(held).toText(places), Rational.of(stored.subtotal).toText(places)],
    ["tax", held.plus(added).toText(places), Rational.of(stored.tax).toText(places)],
    ["total", sum.plus(added).toText(places), Rational.of(stored.total).toText(places)],
    ["void", String(audited.isVoid), String(stored.status === "void")],
    ["skipped", String(audited.isSkipped), String(stored.status === "skipped")],
    ["issued at", timeText(audited.isSkipped ? null : audited.issuedAt), timeText(stored.issuedAt)],
  ].flatMap(([what, ours, theirs]) =>
    ours === theirs ? [] : [`${what}: the auditor has ${ours}, the platform ${theirs}`],
  );
}

const ADJUSTMENTS = ["discount", "minimum", "maximum"];

function auditedLines({ lines, currency }: AuditedInvoice): string[] {
  const shown = lines.filter(({ kind, amount }) => !ADJUSTMENTS.includes(kind) || !amount.isZero());
  return shown.map((line) => lineText(line, currency));
}

function lineText({ kind, priceId, service, group, quantity, amount }: AuditedLine, currency: string): string {
  const what = `${kind} ${priceId ?? "subscription"}${group ?? ""} ${service.start} → ${service.end}`;
  return `${what} × ${quantity.toText()} = ${amount.toText(placesOf(currency))}`;
}

/** The same text; a discount that rounds to nothing may be shown or left out. */
function storedLine(line: StoredLine): string[] {
  const amount = Rational.of(line.amount);
  if (ADJUSTMENTS.includes(line.kind) && amount.isZero()) return [];
  const places = line.amount.split(".")[1]?.length ?? 0;
  const group = line.isGrouped ? (line.group ?? "[]").replaceAll(", ", ",") : "";
  const what = `${line.kind} ${line.priceId ?? "subscription"}${group} ${line.start} → ${line.end}`;
  return [`${what} × ${Rational.of(line.quantity).toText()} = ${amount.toText(places)}`];
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return lines.filter((line) => {
    const index = rest.indexOf(line);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

function timeText(instant: number | null): string {
  return instant === null ? "never" : new Date(instant).toISOString();
}
