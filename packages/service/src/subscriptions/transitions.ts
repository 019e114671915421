import { findSubscription, type SubscriptionRow, type SubscriptionStatus } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";

interface Transition {
  /** The statuses in which the action is allowed. */
  readonly from: readonly SubscriptionStatus[];
  /** The action, following "you can". */
  readonly done: string;
}

/** The actions on a subscription, and the statuses that allow them (R-SUB-1). In other statuses they are a 409. */
const TRANSITIONS = {
  send: { from: ["draft", "sent"], done: "send it" },
  delete: { from: ["draft"], done: "delete it" },
  accept: { from: ["sent"], done: "accept it" },
  activate: { from: ["draft", "sent", "accepted"], done: "activate it" },
  // The sent offer is what the customer signs and what is activated, so its versions are fixed until activation.
  writeVersions: { from: ["draft", "active"], done: "edit its versions" },
  change: { from: ["active"], done: "change it" },
  pause: { from: ["active"], done: "pause it" },
  resume: { from: ["active"], done: "resume it" },
  cancel: { from: ["active"], done: "cancel it" },
  withdraw: { from: ["active"], done: "withdraw its cancellation" },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Throws if the status does not allow an action. The error states the status and the allowed actions. */
export function refuseTransition({ status }: Pick<SubscriptionRow, "status">, name: TransitionName): void {
  const { from, done }: Transition = TRANSITIONS[name];
  if (from.includes(status)) return;
  const allowed = Object.values<Transition>(TRANSITIONS).flatMap((one) => (one.from.includes(status) ? one.done : []));
  const rest = allowed.length === 0 ? "Nothing more can be done with it." : `Now you can ${listed(allowed)}.`;
  const detail = `The subscription is ${status}. You can ${done} only while it is ${listed(from)}. ${rest}`;
  throw new DomainError("state_conflict", detail);
}

/** The subscription, locked, if its status allows the action. */
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
