import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, ShownInvoiceStatus } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";

interface Transition {
  /** The statuses in which it is allowed. */
  readonly from: readonly ShownInvoiceStatus[];
  /** What it does, after "can be". */
  readonly done: string;
  /** Follows from something else, so that nobody is told of it as a possibility. */
  readonly isIndirect?: true;
}

/** What can be done with an invoice, and in which status (R-INV-2). Everything else is a 409. */
const TRANSITIONS = {
  edit: { from: ["draft"], done: "edited" },
  delete: { from: ["draft"], done: "deleted" },
  issue: { from: ["draft"], done: "issued" },
  pay: { from: ["issued", "overdue", "uncollectible"], done: "paid" },
  takeBackPayment: { from: ["issued", "overdue", "uncollectible", "paid"], done: "due again", isIndirect: true },
  void: { from: ["issued", "overdue", "uncollectible"], done: "voided" },
  credit: { from: ["issued", "overdue", "paid", "uncollectible"], done: "credited by a note", isIndirect: true },
  markUncollectible: { from: ["issued", "overdue"], done: "marked uncollectible" },
} as const satisfies Record<string, Transition>;

export type InvoiceTransition = keyof typeof TRANSITIONS;

/** Refuses what the status does not allow, and says what the status is and what is allowed. */
export function refuseInvoiceTransition(invoice: InvoiceRow, name: InvoiceTransition): void {
  const { from, done }: Transition = TRANSITIONS[name];
  if (!from.includes(invoice.status)) {
    const detail = `The invoice is ${invoice.status}; one that is ${listed(from)} can be ${done}.`;
    throw new DomainError("state_conflict", `${detail} ${whatIsPossible(invoice)}`);
  }
  if (name === "void" && !Decimal.of(invoice.amountPaid).isZero()) {
    const detail = `${invoice.amountPaid} ${invoice.currency} of the invoice is paid; only one of which nothing is paid can be voided.`;
    throw new DomainError("state_conflict", `${detail} Take the payment back first, or correct it with a credit note.`);
  }
  if (name === "delete" && invoice.subscriptionId !== null) {
    const detail = "The invoice is a draft of a subscription; only a one-off draft can be deleted.";
    throw new DomainError(
      "state_conflict",
      `${detail} This one can be edited or issued, and voided once it is issued.`,
    );
  }
}

function whatIsPossible({ status, subscriptionId }: InvoiceRow): string {
  const allowed = Object.entries<Transition>(TRANSITIONS).flatMap(([name, one]) =>
    one.from.includes(status) && one.isIndirect !== true && !(name === "delete" && subscriptionId !== null)
      ? one.done
      : [],
  );
  return allowed.length === 0 ? "This one stays as it is." : `This one can be ${listed(allowed)}.`;
}

/** `issued, overdue or uncollectible` */
function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, (?=[^,]*$)/, " or ");
}
