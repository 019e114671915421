import type {
  Clock,
  ClockWatch,
  Database,
  DocumentRenderer,
  ElectronicRunner,
  Identity,
  Ids,
  MailDelivery,
  PaymentApi,
  Secrets,
  Tracing,
  WebhookSender,
  WorkRecord,
} from "@counterfoil/service";

export interface WorkerPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** What holds the clock against the database's; without it the clock is taken as it is. */
  readonly clockWatch?: ClockWatch | undefined;
  readonly ids: Ids;
  readonly documents: DocumentRenderer;
  readonly electronic: ElectronicRunner;
  readonly secrets: Secrets;
  /** Where the payment provider is reached, when not at its own address. */
  readonly paymentApi?: PaymentApi | undefined;
  /** Where customers reach the pages, without a slash at the end. Where nothing is said, documents carry no link. */
  readonly pagesAddress?: (() => string) | undefined;
  /** Where people sign in, whose letters are sent. */
  readonly identity?: Identity | undefined;
  /** Told of work that failed; the worker goes on. */
  readonly onError: (error: unknown, organizationId: string | null) => void;
  /** How long a worker that found nothing waits before it looks again. Default 250. */
  readonly pauseMilliseconds?: number;
  /** Months for which usage events are kept after the one that they happened in; null, the default, for ever. */
  readonly keptEventMonths?: number | null;
  /** How mail goes out. Without it all mail is caught, and links in it lead nowhere. */
  readonly mail?: MailDelivery;
  /** How webhooks go out. Without it all are caught. */
  readonly webhooks?: WebhookSender;
  /** Where it is noted how the loops go. */
  readonly record?: WorkRecord | undefined;
  /** Where spans go; none are made where nobody wants them. */
  readonly tracing?: Tracing | undefined;
}
