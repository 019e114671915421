import { invariant } from "@counterfoil/engine";
import {
  beginCorrection,
  type CorrectedEvent,
  type Correction,
  correctUsageEvent,
  findEventAccounts,
  findDroppedIds,
  findDroppedEvent,
  findEventCosts,
  findUsageEvent,
  lockAccountNames,
  readProperties,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../context.ts";
import { DomainError, type Fault, notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { checkEvent } from "./check-event.ts";
import type { CheckedEvent } from "./event.ts";
import { latestEventTime, TOO_FAR_AHEAD } from "./event-time.ts";
import { type Event, type EventWithCosts, toEvent, toEventWithCosts } from "./list-events.ts";
import { memberPointer } from "./member-pointer.ts";
import { ExactNumber, parseEventJson } from "./parse-event-json.ts";
import { isStorable } from "./storable.ts";
import { findOutOfRange } from "./unreadable-fault.ts";

/** The members of an event that an amendment replaces. Members that are not sent stay. */
export interface EventAmendment {
  readonly account?: unknown;
  readonly eventName?: unknown;
  readonly timestamp?: unknown;
  /** All properties: a property that is not sent is removed. */
  readonly properties?: unknown;
  /** Null removes the cost that was sent. */
  readonly cost?: unknown;
}

const AMENDED_MEMBERS: readonly string[] = ["account", "eventName", "timestamp", "properties", "cost"];

/** What is wrong with one member, checked in an event that has no other fault. */
function memberFaults([member, value]: [string, unknown]): Fault[] {
  const pointer = memberPointer(member);
  if (!AMENDED_MEMBERS.includes(member)) {
    const detail = `An amendment can change only ${AMENDED_MEMBERS.join(", ")}.`;
    return [{ pointer, code: "unknown_member", detail }];
  }
  if (member === "cost" && value === null) return [];
  const { fault } = checkEvent({ uniqueId: "x", account: "x", eventName: "x", [member]: value }, "");
  return [...(fault?.members ?? [])];
}

/**
 * Reads an amendment from JSON without losing a digit. Refuses text that is not JSON (400) and members that an
 * amendment cannot have (422).
 */
export function parseAmendment(text: string): EventAmendment {
  const sent = parseEventJson(text, "body");
  if (typeof sent !== "object" || sent === null || Array.isArray(sent) || sent instanceof ExactNumber) {
    refuseFaults([{ pointer: "", code: "wrong_type", detail: "An amendment must be a JSON object." }]);
    return {};
  }
  refuseFaults(Object.entries(sent).flatMap(memberFaults));
  return sent;
}

/**
 * Replaces the content of an event (R-EVT-6). The ID stays, and the same event sent again is a duplicate of its first
 * content. The next invoice corrects usage that was already invoiced, as for late events. Refuses a voided event (409).
 */
export function amendEvent(context: Context, uniqueId: string, amendment: EventAmendment): Promise<EventWithCosts> {
  return transact(context, async (work) => {
    const named = await accountNamed(work, amendment.account);
    const correction = await beginCounted(work, uniqueId);
    const before = correction.event;
    const receivedAt = work.clock.now();
    const event = amended(before, amendment, receivedAt);
    if (amendment.properties !== undefined) await refuseOutOfRange(work, event);
    const next = await placed(work, event, amendment.account === undefined ? before : named, receivedAt);
    const sequence = await correctUsageEvent(work.tx, correction, next, {
      receivedAt,
      knownAt: await clockOf(work, before),
    });
    const row = { ...before, ...next, properties: next.values, receivedAt };
    const after = toEvent({ ...row, cost: sentRow(next.cost) });
    await audit(work, { action: "usage_event.amended", objectId: uniqueId, before: shown(before), after });
    return toEventWithCosts(after, await findEventCosts(work.tx, sequence));
  });
}

/**
 * One event with its current content. A voided event is not found: it no longer counts, and the audit log records it.
 */
export async function getEvent(context: Context, uniqueId: string): Promise<EventWithCosts> {
  const event = await findEvent(context, uniqueId);
  if (event === undefined) throw notFound("event", uniqueId);
  return event;
}

/** The event, or undefined if there is none. */
export function findEvent(context: Context, uniqueId: string): Promise<EventWithCosts | undefined> {
  return read(context, async (tx) => {
    const event = (await findUsageEvent(tx, uniqueId)) ?? (await findDroppedEvent(tx, uniqueId));
    if (event === undefined || event.voidedSequence !== null) return undefined;
    return toEventWithCosts(shown(event), await findEventCosts(tx, event.sequence));
  });
}

/**
 * Voids an event, so that it no longer counts (R-EVT-6). Its ID stays used. Refuses an event that is already void
 * (409). Returns it as it was, with the costs that are taken back.
 */
export function voidEvent(context: Context, uniqueId: string): Promise<EventWithCosts> {
  return transact(context, async (work) => {
    const correction = await beginCounted(work, uniqueId);
    const knownAt = await clockOf(work, correction.event);
    await correctUsageEvent(work.tx, correction, null, { receivedAt: work.clock.now(), knownAt });
    const event = shown(correction.event);
    await audit(work, { action: "usage_event.voided", objectId: uniqueId, before: event, after: null });
    return toEventWithCosts(event, await findEventCosts(work.tx, correction.event.sequence));
  });
}

async function refuseMissing({ tx }: Work, uniqueId: string): Promise<DomainError> {
  const [dropped] = await findDroppedIds(tx, [uniqueId]);
  // While a month is being dropped, the ID is still where it was.
  const month = dropped?.month ?? (await findUsageEvent(tx, uniqueId))?.timestamp;
  if (month === undefined) return notFound("event", uniqueId);
  return new DomainError(
    "state_conflict",
    `The event ${uniqueId} is of ${month.slice(0, 7)}. Events of months that were dropped from PostgreSQL cannot be amended ` +
      "or voided. Send a new event that corrects it, with a new uniqueId.",
  );
}

async function beginCounted(work: Work, uniqueId: string): Promise<Correction> {
  const correction = await beginCorrection(work.tx, uniqueId);
  if (correction === undefined) throw await refuseMissing(work, uniqueId);
  if (correction.event.voidedSequence === null) return correction;
  const detail = `The event ${uniqueId} is void and no longer counts. Send a new event with a new uniqueId.`;
  throw new DomainError("state_conflict", detail);
}

function shown(event: CorrectedEvent): Event {
  return toEvent({ ...event, properties: readProperties(event.properties) });
}

function sentRow(cost: CheckedEvent["cost"]): CorrectedEvent["cost"] {
  return cost === undefined ? null : { amount: cost.amount.toString(), currency: cost.currency };
}

/** The current time of the event's account. */
async function clockOf(work: Work, { accountId }: CorrectedEvent): Promise<string> {
  const [account] = accountId === null ? [] : await findEventAccounts(work.tx, [accountId]);
  return account?.frozenTime ?? work.clock.now();
}

async function refuseOutOfRange(work: Work, event: CheckedEvent): Promise<void> {
  const refused = await findOutOfRange(work.tx, [event]);
  refuseFaults([...refused.values()].map((fault) => ({ pointer: "/properties", ...fault })));
}

/**
 * The event as it would be sent with the amendment in it. Properties that stay are not checked again, because they were
 * already accepted.
 */
function amended(before: CorrectedEvent, amendment: EventAmendment, receivedAt: string): CheckedEvent {
  const members = {
    uniqueId: before.uniqueId,
    account: before.accountReference ?? before.accountId,
    eventName: before.eventName,
    timestamp: before.timestamp,
    ...amendment,
    cost: (amendment.cost === undefined ? before.cost : amendment.cost) ?? undefined,
  };
  const { event, fault } = checkEvent(members, receivedAt);
  invariant(event !== undefined, `an amendment was checked by its members: ${fault?.detail}`);
  if (amendment.properties !== undefined) return event;
  return { ...event, properties: before.properties, values: readProperties(before.properties) };
}

/** The owner of an event: an account, or a name that no account has yet. */
type Owner = Pick<CorrectedEvent, "accountId" | "accountReference">;

/** Names are looked up and locked before the event, in the usual lock order. */
async function accountNamed(work: Work, name: unknown): Promise<Owner> {
  if (typeof name !== "string" || !isStorable(name)) return { accountId: null, accountReference: null };
  let [account] = await findEventAccounts(work.tx, [name]);
  if (account === undefined) {
    await lockAccountNames(work.tx, [name], "shared");
    [account] = await findEventAccounts(work.tx, [name]);
  }
  const accountId = account?.accountId ?? null;
  return { accountId, accountReference: name === accountId ? null : name };
}

async function placed(work: Work, event: CheckedEvent, owner: Owner, receivedAt: string) {
  const { accountId, accountReference } = owner;
  const [account] = accountId === null ? [] : await findEventAccounts(work.tx, [accountId]);
  const now = account?.frozenTime ?? receivedAt;
  const timestamp = event.timestamp ?? now;
  if (timestamp > latestEventTime(now)) refuseFaults([{ pointer: "/timestamp", ...TOO_FAR_AHEAD }]);
  const { uniqueId, eventName, properties, values, cost } = event;
  return { uniqueId, accountId, accountReference, eventName, properties, values, timestamp, cost };
}
