import { findSubscription, type SubscriptionRow, type SubscriptionStatus } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";

interface Transition {
  /** The statuses in which it is allowed. */
  readonly from: readonly SubscriptionStatus[];
  /** What it does, after "can be". */
  readonly done: string;
}

/** What can be done with a subscription, and in which status (R-SUB-1). Everything else is a 409. */
const TRANSITIONS = {
  send: { from: ["draft", "sent"], done: "sent" },
  delete: { from: ["draft"], done: "deleted" },
  accept: { from: ["sent"], done: "accepted" },
  activate: { from: ["draft", "sent", "accepted"], done: "activated" },
  // What was sent is what is signed and what is activated: its versions stand until it runs.
  writeVersions: { from: ["draft", "active"], done: "given other versions" },
  change: { from: ["active"], done: "changed" },
  pause: { from: ["active"], done: "paused" },
  resume: { from: ["active"], done: "resumed" },
  cancel: { from: ["active"], done: "canceled" },
  withdraw: { from: ["active"], done: "kept from ending" },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Refuses what the status does not allow, and says what the status is and what is allowed. */
export function refuseTransition({ status }: Pick<SubscriptionRow, "status">, name: TransitionName): void {
  const { from, done }: Transition = TRANSITIONS[name];
  if (from.includes(status)) return;
  const allowed = Object.values<Transition>(TRANSITIONS).flatMap((one) => (one.from.includes(status) ? one.done : []));
  const rest = allowed.length === 0 ? "stays as it is" : `can be ${listed(allowed)}`;
  const detail = `The subscription is ${status}; one that is ${listed(from)} can be ${done}. This one ${rest}.`;
  throw new DomainError("state_conflict", detail);
}

/** The subscription, locked, if its status allows what is to be done with it. */
export async function lockFor(work: Work, id: string, name: TransitionName): Promise<SubscriptionRow> {
  const subscription = await findSubscription(work.tx, id, "for no key update");
  if (subscription === undefined) throw notFound("subscription", id);
  refuseTransition(subscription, name);
  return subscription;
}

/** `draft, sent or accepted` */
function listed(words: readonly string[]): string {
  return words.join(", ").replace(/, (?=[^,]*$)/, " or ");
}
