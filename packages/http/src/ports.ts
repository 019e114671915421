import type {
  AllowedTargets,
  Clock,
  ClockWatch,
  Database,
  DocumentRenderer,
  Identity,
  Ids,
  PaymentApi,
  Secrets,
  Services,
} from "@counterfoil/service";

/** What the server stands on. */
export interface Ports extends Services {
  readonly database: Database;
  readonly clock: Clock;
  /** What holds the clock against the database's; without it the clock is taken as it is. */
  readonly clockWatch?: ClockWatch | undefined;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  readonly secrets: Secrets;
  /** Where people sign in; without it keys alone are taken. */
  readonly identity?: Identity | undefined;
  /** Where the payment provider is reached, when not at its own address. */
  readonly paymentApi?: PaymentApi | undefined;
  /** Where customers reach the pages, without a slash at the end. Where nothing is said, documents carry no link. */
  readonly pagesAddress?: (() => string) | undefined;
  /** Where webhooks may go beside the public internet. */
  readonly webhookTargets?: AllowedTargets | undefined;
}
