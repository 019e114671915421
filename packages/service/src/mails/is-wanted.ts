import type { CustomerMailKind, SubscriptionRow } from "@counterfoil/storage";

/** What decides whether a mail goes out. */
interface WantedMail {
  readonly kind: CustomerMailKind;
  /** Null for a one-off invoice. */
  readonly subscription: Pick<
    SubscriptionRow,
    "sendInvoicesToCustomer" | "sendReceiptsToCustomer" | "sendActivationEmail"
  > | null;
  /** Asked for by somebody: the switches are for what goes out by itself. */
  readonly isByHand?: boolean;
}

/** The subscription's switches; a one-off invoice has those of a subscription about which nothing was said. */
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
