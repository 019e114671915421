import type { AuditedSubscription } from "./auditor/books.ts";
import { instantText } from "./platform/platform.ts";
import type { World } from "./world.ts";

/** What the subscription that a fault names sells, and its invoices: a line for each as the platform and as the auditor has it. */
export async function sideBySide(world: World, fault: string): Promise<string[]> {
  const [subscriptionId] = fault.split(" ");
  const platforms = (await world.invoices())
    .filter((invoice) => invoice.subscriptionId === subscriptionId)
    .map(({ billingDate, status, issuedAt, lines }) => {
      const shown = lines.map((line) => shownLine(line.kind, line.priceId, line.start, line.end, line.amount));
      return `   ${billingDate} platform: ${status}, ${issuedText(issuedAt)}: ${shown.join("; ")}`;
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
  return [...soldBy(world.books.subscriptions.get(subscriptionId ?? "")), ...invoices];
}

/** The versions in the order in which they were published, the pauses and the end. */
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
