import { Decimal } from "@counterfoil/engine";
import type { InvoiceRow, ShownInvoiceStatus } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";

interface Transition {
  /** The statuses in which it is allowed. */
  readonly from: readonly ShownInvoiceStatus[];
  /** What it does, after "can". */
  readonly done: string;
  /** Follows from another action, so it is not suggested as a possible action. */
  readonly isIndirect?: true;
}

/** What can be done with an invoice, and in which status (R-INV-2). Everything else is a 409. */
const TRANSITIONS = {
  edit: { from: ["draft"], done: "edit it" },
  delete: { from: ["draft"], done: "delete it" },
  issue: { from: ["draft"], done: "issue it" },
  pay: { from: ["issued", "overdue", "uncollectible"], done: "pay it" },
  takeBackPayment: {
    from: ["issued", "overdue", "uncollectible", "paid"],
    done: "take back a payment of it",
    isIndirect: true,
  },
  void: { from: ["issued", "overdue", "uncollectible"], done: "void it" },
  credit: { from: ["issued", "overdue", "paid", "uncollectible"], done: "credit it", isIndirect: true },
  markUncollectible: { from: ["issued", "overdue"], done: "mark it uncollectible" },
} as const satisfies Record<string, Transition>;

export type InvoiceTransition = keyof typeof TRANSITIONS;

/** Refuses what the status does not allow, and names the status and what is allowed. */
export function refuseInvoiceTransition(invoice: InvoiceRow, name: InvoiceTransition): void {
  const { from, done }: Transition = TRANSITIONS[name];
  if (!from.includes(invoice.status)) {
    const detail = `The invoice is ${invoice.status}. You can ${done} only while it is ${listed(from)}.`;
    throw new DomainError("state_conflict", `${detail} ${whatIsPossible(invoice)}`);
  }
  if (name === "void" && !Decimal.of(invoice.amountPaid).isZero()) {
    const detail = `The invoice cannot be voided because ${invoice.amountPaid} ${invoice.currency} of it is paid.`;
    throw new DomainError(
      "state_conflict",
      `${detail} Take the payment back first, or correct the invoice with a credit note.`,
    );
  }
  if (name === "delete" && invoice.subscriptionId !== null) {
    const detail = "The invoice is a draft of a subscription. Only a one-off draft can be deleted.";
    throw new DomainError("state_conflict", `${detail} Edit it, or issue it and void it then.`);
  }
}

function whatIsPossible({ status, subscriptionId }: InvoiceRow): string {
  const allowed = Object.entries<Transition>(TRANSITIONS).flatMap(([name, one]) =>
    one.from.includes(status) && one.isIndirect !== true && !(name === "delete" && subscriptionId !== null)
      ? one.done
      : [],
  );
  if (status === "paid") return "Now you can reverse a payment, or correct it with a credit note.";
  return allowed.length === 0 ? "Nothing more can be done with it." : `Now you can ${listed(allowed)}.`;
}

/** `issued, overdue or uncollectible` */
function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, (?=[^,]*$)/, " or ");
}
