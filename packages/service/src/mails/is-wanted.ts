import type { CustomerMailKind, SubscriptionRow } from "@counterfoil/storage";

/** The inputs that decide whether a mail is sent. */
interface WantedMail {
  readonly kind: CustomerMailKind;
  /** Null for a one-off invoice. */
  readonly subscription: Pick<
    SubscriptionRow,
    "sendInvoicesToCustomer" | "sendReceiptsToCustomer" | "sendActivationEmail"
  > | null;
  /** Requested by a user. The switches apply only to automatic mails. */
  readonly isByHand?: boolean;
}

/** The subscription's switches. A one-off invoice uses the default switches. */
export function isWanted({ kind, subscription, isByHand = false }: WantedMail): boolean {
  if (isByHand) return true;
  switch (kind) {
    case "invoice":
    case "reminder":
    case "overdue":
      return subscription?.sendInvoicesToCustomer ?? true;
    case "receipt":
      return subscription?.sendReceiptsToCustomer ?? false;
    case "activation":
      return subscription?.sendActivationEmail ?? false;
    case "quote":
      return true;
  }
}
