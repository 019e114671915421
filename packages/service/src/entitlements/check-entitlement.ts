import { type Balance, Decimal } from "@counterfoil/engine";
import { type Database, type EntitlementStanding, findStanding } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { type Fault, notFound, refuseFaults } from "../errors/index.ts";
import {
  alreadySettled,
  type CheckAnswer,
  type CheckInput,
  type Settling,
  uniqueIdTaken,
  unknownReservation,
  type WritingCheck,
} from "./check.ts";
import { type CheckQueue, createCheckQueue } from "../check-queue.ts";
import { measuredKey, measuredUse } from "./measured-use.ts";
import { NO_QUANTITY, NOTHING, type Position, positionOf, refusalOf, shownQuantity } from "./position.ts";
import { secondsLater } from "../time.ts";
import { type CheckOutcome, writeChecks } from "./write-checks.ts";

/** The default lifetime of a reservation: a quarter of an hour. */
const EXPIRES_IN_SECONDS = 900;

/** The queue of a process for checks that reserve or settle. Concurrent requests share its transactions. */
export type EntitlementChecks = CheckQueue<WritingCheck, CheckOutcome>;

export function createEntitlementChecks(database: Database): EntitlementChecks {
  return createCheckQueue((organizationId: string, checks: readonly WritingCheck[]) =>
    writeChecks(database, organizationId, checks),
  );
}

/** The context of a check, which also needs the queue. */
interface EntitlementChecksContext extends Context {
  readonly entitlementChecks: EntitlementChecks;
}

/**
 * Whether an account may use a quantity of a feature now. The same call can settle the real cost of earlier work, and
 * reserve the quantity. Both are durable when this resolves, and a repeated call counts once. A check that does neither
 * writes nothing. Refuses a reservation that is not this account's (422), and one that was settled with another
 * quantity (409).
 */
export async function checkEntitlement(
  context: EntitlementChecksContext,
  account: string,
  key: string,
  input: CheckInput,
): Promise<CheckAnswer> {
  const { settle: settling = null, uniqueId = null } = input;
  const asked = { id: settling?.reservationId ?? null, uniqueId: input.reserve === true ? uniqueId : null };
  const standing = await read(context, (tx) =>
    findStanding(tx, { account, now: context.clock.now(), featureKey: key, ...asked }),
  );
  if (standing === undefined) throw notFound("account", account);
  if (standing.featureKey === null) throw notFound("feature", key);
  refuseFaults([...quantityFaults(input), ...featureFaults(standing, input)]);
  if (standing.featureType === "boolean") return checkBoolean(standing);
  const position = positionOf(standing);
  const quantity = Decimal.of(input.quantity ?? "1");
  const settle = settlingOf(standing, settling);
  const reservedBefore = standing.reservations.find(
    (one) => asked.uniqueId !== null && one.uniqueId === asked.uniqueId,
  );
  if (reservedBefore !== undefined && !Decimal.of(reservedBefore.quantity).equals(quantity)) {
    throw uniqueIdTaken(reservedBefore);
  }
  const isReserving = input.reserve === true && reservedBefore === undefined;
  if (settle === null && !(isReserving && mayFit(position, quantity))) {
    return answer(position, await balanceOf(context, position), quantity, reservedBefore?.id ?? null);
  }
  const expiresAt = secondsLater(position.now, input.expiresInSeconds ?? EXPIRES_IN_SECONDS);
  const reserve = input.reserve === true ? { id: context.ids.next("rsv"), uniqueId, expiresAt } : null;
  const check = { position, quantity, reserve, settle };
  const outcome = await context.entitlementChecks.submit(context.organizationId, check);
  if (outcome.kind === "refused") throw outcome.error;
  return outcome.answer;
}

/** The faults of the numbers that the schema cannot check. */
function quantityFaults({ quantity, settle }: CheckInput): Fault[] {
  const given = { "/quantity": quantity, "/settle/quantity": settle?.quantity };
  return Object.entries(given).flatMap(([pointer, text]) => {
    if (text === undefined || !Decimal.of(text).isNegative()) return [];
    return [{ pointer, code: "negative", detail: "The quantity must not be negative." }];
  });
}

function featureFaults({ featureKey, featureType, reservations }: EntitlementStanding, input: CheckInput): Fault[] {
  const faults: Fault[] = [];
  if (featureType === "boolean") {
    for (const member of ["quantity", "reserve", "settle"] as const) {
      if (input[member] === undefined) continue;
      const detail = `${featureKey} is a boolean feature, which has no quantity. Leave out ${member}.`;
      faults.push({ pointer: `/${member}`, code: "only_for_quantity", detail });
    }
    return faults;
  }
  const id = input.settle?.reservationId;
  if (id !== undefined && !reservations.some((reservation) => reservation.id === id)) {
    faults.push(unknownReservation(id));
  }
  for (const member of ["expiresInSeconds", "uniqueId"] as const) {
    if (input[member] === undefined || input.reserve === true) continue;
    faults.push({
      pointer: `/${member}`,
      code: "only_with_reserve",
      detail: `${member} applies only to reservations. Send it with reserve: true, or leave it out.`,
    });
  }
  return faults;
}

function checkBoolean({ grants }: EntitlementStanding): CheckAnswer {
  const allowed = grants.some((grant) => grant.value === "true");
  return { allowed, reason: allowed ? null : "not_entitled", ...NO_QUANTITY, reservationId: null };
}

/** What is left to settle. Null if the same call already settled it. */
function settlingOf({ reservations }: EntitlementStanding, settle: CheckInput["settle"] | null): Settling | null {
  const reservation = reservations.find((candidate) => candidate.id === settle?.reservationId);
  if (settle === null || settle === undefined || reservation === undefined) return null;
  const quantity = Decimal.of(settle.quantity);
  const { id: reservationId, period, settledQuantity } = reservation;
  if (settledQuantity === null) return { reservationId, period, quantity };
  if (!Decimal.of(settledQuantity).equals(quantity)) throw alreadySettled(reservation);
  return null;
}

/** False if the committed use alone already refuses the quantity. Then nothing has to be locked. */
function mayFit(position: Position, quantity: Decimal): boolean {
  if (position.metricId !== null) return position.period !== null;
  return refusalOf(position, position.counted ?? NOTHING, quantity) === null;
}

async function balanceOf(context: Context, position: Position): Promise<Balance> {
  const counted = position.counted ?? NOTHING;
  if (position.metricId === null || position.period === null) return counted;
  const measured = await transact(context, ({ tx }) => measuredUse(tx, [position]));
  return { used: measured.get(measuredKey(position)) ?? Decimal.zero, reserved: counted.reserved };
}

function answer(position: Position, balance: Balance, quantity: Decimal, reservationId: string | null): CheckAnswer {
  const reason = reservationId === null ? refusalOf(position, balance, quantity) : null;
  return { allowed: reason === null, reason, ...shownQuantity(position, balance), reservationId };
}
