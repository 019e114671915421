import { instantText } from "./platform/platform.ts";
import type { World } from "./world.ts";

/** The invoices of the subscription that a fault names, a line for each as the platform has it and as the auditor has it. */
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
  return [...platforms, ...auditors].toSorted((a, b) => a.slice(0, 13).localeCompare(b.slice(0, 13)));
}

function shownLine(kind: string, priceId: string | null, start: string, end: string, amount: string): string {
  return `${kind} ${priceId ?? "subscription"} ${start} → ${end} = ${amount}`;
}

function issuedText(issuedAt: number | null): string {
  return issuedAt === null ? "not issued" : `issued ${instantText(issuedAt)}`;
}
