import type { AuditedSubscription } from "./auditor/books.ts";
import type { StoredInvoice } from "./platform/ledger.ts";
import { orderOf } from "./platform/money-ledger.ts";
import { instantText } from "./platform/platform.ts";
import type { World } from "./world.ts";

/** The terms of the subscription that a fault names, and its invoices: one line each from the platform and the auditor. */
export async function sideBySide(world: World, fault: string): Promise<string[]> {
  const [subscriptionId] = fault.split(" ");
  const money = await moneyOf(world, fault);
  const platforms = (await world.invoices())
    .filter((invoice) => invoice.subscriptionId === subscriptionId)
    .map(({ billingDate, status, issuedAt, lines, taxes }) => {
      const shown = lines.map((line) => shownLine(line.kind, line.priceId, line.start, line.end, line.amount));
      return `   ${billingDate} platform: ${status}, ${issuedText(issuedAt)}: ${shown.join("; ")}${shownTaxes(taxes)}`;
    });
  const auditors = world.books.invoices
    .filter(({ subscription }) => subscription.made.id === subscriptionId)
    .map(({ billingDate, isSkipped, issuedAt, lines }) => {
      const shown = lines.map(({ kind, priceId, service, amount }) =>
        shownLine(kind, priceId, service.start, service.end, amount.toText()),
      );
      return `   ${billingDate} auditor: ${isSkipped ? "skipped, " : ""}${issuedText(issuedAt)}: ${shown.join("; ")}`;
    });
  // By date, the platform's first.
  const invoices = [...platforms, ...auditors].toSorted((a, b) => a.slice(0, 13).localeCompare(b.slice(0, 13)));
  return [...soldBy(world.books.subscriptions.get(subscriptionId ?? "")), ...invoices, ...money];
}

function shownTaxes(taxes: StoredInvoice["taxes"]): string {
  const shown = (taxes ?? []).map(
    ({ name, percentage, base, amount }) => `${name} ${percentage} % of ${base} = ${amount}`,
  );
  return shown.length === 0 ? "" : `; ${shown.join("; ")}`;
}

/** If a fault names an account or an invoice: the account's invoices and ledger, in order. */
async function moneyOf(world: World, fault: string): Promise<string[]> {
  const all = await world.invoices();
  const named: readonly string[] = fault.match(/(acct|inv|grant)_\w+/g) ?? [];
  const { entries, payments, notes, grants } = await world.money();
  const granted = new Set(grants.filter(({ id }) => named.includes(id)).map(({ accountId }) => accountId));
  const accounts = new Set(
    all
      .filter(({ id, accountId }) => named.includes(id) || named.includes(accountId) || granted.has(accountId))
      .map((one) => one.accountId),
  );
  const invoices = all
    .filter(({ accountId }) => accounts.has(accountId))
    .toSorted((a, b) => (orderOf(a.id) < orderOf(b.id) ? -1 : 1))
    .flatMap(({ id, status, currency, total, creditsApplied, amountPaid, lines }) => [
      `   ${id} ${status}: ${total} ${currency}, ${creditsApplied} credited, ${amountPaid} paid`,
      ...lines.map(
        ({ id: lineId, kind, priceId, start, end, amount }) =>
          `      ${lineId} ${shownLine(kind, priceId, start, end, amount)}`,
      ),
    ]);
  const moved = [
    ...entries
      .filter(({ accountId }) => accounts.has(accountId))
      .map((one): [string, string] => [
        one.id,
        `${one.kind ?? "used"} ${one.amount} ${one.currency ?? "units"} invoice ${one.invoiceId} source ${one.sourceId} grant ${one.grantId} note ${one.noteId} paid ${one.paid}`,
      ]),
    ...payments.map((one): [string, string] => [
      one.id,
      `payment ${one.amount} of ${one.invoiceId}, ${one.credited} credited, ${one.refunded} refunded`,
    ]),
    ...notes.map((one): [string, string] => [
      one.id,
      `note ${one.total} of ${one.invoiceId}, ${one.outcome}: ${one.lines.map(({ lineId, amount }) => `${lineId} ${amount}`).join(", ")}`,
    ]),
  ];
  const ordered = moved.toSorted(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return [...invoices, ...ordered.map(([id, text]) => `   ${id}: ${text}`)];
}

/** Versions in order of publication, pauses, and the end. */
function soldBy(subscription: AuditedSubscription | undefined): string[] {
  if (subscription === undefined) return [];
  const { published, pauses, cancellation, termEndsOn } = subscription;
  const versions = published.map(
    ({ startsOn, proration, isAfterBilling, priceIds }) =>
      `   from ${startsOn}, ${proration}${isAfterBilling ? ", after billing" : ""}: ${priceIds.join(" ")}`,
  );
  const stops = pauses.map(({ startsOn, endsOn }) => `   paused ${startsOn} → ${endsOn ?? "open"}`);
  const canceled = cancellation === null ? "not canceled" : `canceled on ${cancellation.on}`;
  return [...versions, ...stops, `   term to ${termEndsOn ?? "open"}, ${canceled}`];
}

function shownLine(kind: string, priceId: string | null, start: string, end: string, amount: string): string {
  return `${kind} ${priceId ?? "subscription"} ${start} → ${end} = ${amount}`;
}

function issuedText(issuedAt: number | null): string {
  return issuedAt === null ? "not issued" : `issued ${instantText(issuedAt)}`;
}
