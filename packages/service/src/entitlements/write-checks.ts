import { type Balance, Decimal } from "@counterfoil/engine";
import {
  beginEntitlementUses,
  type Database,
  type EntitlementReservation,
  expireReservations,
  findReservations,
  lockEntitlementUses,
  type NewReservation,
  type Settlement,
  type Tx,
  type UseKey,
  writeEntitlementUse,
} from "@counterfoil/storage";
import { type DomainError, invalid } from "../errors/index.ts";
import {
  alreadySettled,
  type CheckAnswer,
  type Reserving,
  uniqueIdTaken,
  unknownReservation,
  type WritingCheck,
} from "./check.ts";
import { measuredKey, measuredUse } from "./measured-use.ts";
import { NOTHING, type Position, refusalOf, shownQuantity } from "./position.ts";

/** The result of a check. A refusal changes nothing. */
export type CheckOutcome =
  | { readonly kind: "answered"; readonly answer: CheckAnswer }
  | { readonly kind: "refused"; readonly error: DomainError };

/**
 * Decides checks of one organization in one transaction, in their order. Each sees the result of those before it. The
 * counted rows are locked in the order of their keys, so that no limit is exceeded, however many processes reserve at
 * the same time. The outcomes are durable when this resolves.
 */
export function writeChecks(
  database: Database,
  organizationId: string,
  checks: readonly WritingCheck[],
): Promise<CheckOutcome[]> {
  return database.transaction(organizationId, async (tx) => {
    const ledger = await openLedger(tx, checks);
    const outcomes = checks.map((check) => decide(check, ledger));
    await writeEntitlementUse(tx, {
      uses: [...ledger.uses.values()].filter(({ isChanged }) => isChanged).map(toRow),
      settlements: ledger.settlements,
      reservations: ledger.made,
    });
    return outcomes;
  });
}

/** The use of one period, locked, after the checks decided so far. */
interface LockedUse extends UseKey {
  used: Decimal;
  reserved: Decimal;
  earliestExpiry: string | null;
  isChanged: boolean;
}

interface Ledger {
  readonly uses: ReadonlyMap<string, LockedUse>;
  /** By ID, and by the caller's ID. */
  readonly reservations: Map<string, EntitlementReservation>;
  readonly made: NewReservation[];
  readonly settlements: Settlement[];
  /** For features that a metric measures. */
  readonly measured: ReadonlyMap<string, Decimal>;
}

async function openLedger(tx: Tx, checks: readonly WritingCheck[]): Promise<Ledger> {
  const uses = await lockUses(tx, checks);
  await expire(tx, checks, uses);
  const rows = await findReservations(
    tx,
    checks.flatMap(({ settle }) => settle?.reservationId ?? []),
    checks.flatMap(({ position: { accountId, featureKey }, reserve }) => {
      const uniqueId = reserve?.uniqueId ?? null;
      return uniqueId === null ? [] : [{ accountId, featureKey, uniqueId }];
    }),
  );
  const reservations = new Map<string, EntitlementReservation>();
  for (const row of rows) remember(reservations, row);
  const positions = checks.map(({ position }) => position);
  return { uses, reservations, made: [], settlements: [], measured: await measuredUse(tx, positions) };
}

async function lockUses(tx: Tx, checks: readonly WritingCheck[]): Promise<Map<string, LockedUse>> {
  const keys = new Map<string, UseKey>();
  const missing = new Map<string, UseKey & { periodEnd: string }>();
  for (const { position, reserve, settle } of checks) {
    const { accountId, featureKey, period, counted } = position;
    if (settle !== null) note(keys, { accountId, featureKey, period: settle.period });
    if (period === null) continue;
    const key = note(keys, { accountId, featureKey, period: period.label });
    if (reserve !== null && counted === null) missing.set(textOf(key), { ...key, periodEnd: period.end ?? "infinity" });
  }
  await beginEntitlementUses(tx, [...missing.values()]);
  const rows = await lockEntitlementUses(tx, [...keys.values()]);
  return new Map(
    rows.map(({ used, reserved, ...row }) => [
      textOf(row),
      { ...row, used: Decimal.of(used), reserved: Decimal.of(reserved), isChanged: false },
    ]),
  );
}

function note(keys: Map<string, UseKey>, key: UseKey): UseKey {
  keys.set(textOf(key), key);
  return key;
}

function textOf({ accountId, featureKey, period }: UseKey): string {
  return `${accountId} ${featureKey} ${period}`;
}

/**
 * Gives back expired reservations. Each row stores the instant before which nothing expires, so most rows need no
 * further reads.
 */
async function expire(tx: Tx, checks: readonly WritingCheck[], uses: ReadonlyMap<string, LockedUse>): Promise<void> {
  const nowOf = new Map(checks.map(({ position }) => [position.accountId, position.now]));
  const due = [...uses.values()].flatMap(({ accountId, featureKey, period, earliestExpiry }) => {
    const now = nowOf.get(accountId);
    const isDue = now !== undefined && earliestExpiry !== null && earliestExpiry <= now;
    return isDue ? [{ accountId, featureKey, period, now }] : [];
  });
  if (due.length === 0) return;
  for (const expired of await expireReservations(tx, due)) {
    const use = uses.get(textOf(expired));
    if (use === undefined) continue;
    use.reserved = use.reserved.minus(Decimal.of(expired.quantity));
    use.earliestExpiry = expired.earliestExpiry;
    use.isChanged = true;
  }
}

function decide(check: WritingCheck, ledger: Ledger): CheckOutcome {
  const { position, quantity, reserve } = check;
  const known = reserve === null ? undefined : madeBefore(ledger, position, reserve);
  if (known !== undefined && !Decimal.of(known.quantity).equals(quantity)) {
    return { kind: "refused", error: uniqueIdTaken(known) };
  }
  const conflict = settle(check, ledger);
  if (conflict !== undefined) return { kind: "refused", error: conflict };
  const before = balanceOf(ledger, position);
  const reason = known === undefined ? refusalOf(position, before, quantity) : null;
  const isReserved = reserve !== null && reason === null;
  const reservationId = isReserved ? (known?.id ?? makeReservation(check, reserve, ledger)) : null;
  const shown = shownQuantity(position, balanceOf(ledger, position));
  return { kind: "answered", answer: { allowed: reason === null, reason, ...shown, reservationId } };
}

function balanceOf({ uses, measured }: Ledger, position: Position): Balance {
  const { accountId, featureKey, period, metricId } = position;
  const use = uses.get(textOf({ accountId, featureKey, period: period?.label ?? "" })) ?? NOTHING;
  const used = metricId === null ? use.used : measured.get(measuredKey(position));
  return { used: used ?? Decimal.zero, reserved: use.reserved };
}

/** Replaces the held quantity by the real cost. For a feature that a metric measures, the events are the cost. */
function settle({ position, settle: settling }: WritingCheck, ledger: Ledger): DomainError | undefined {
  if (settling === null) return undefined;
  const { reservationId, period, quantity } = settling;
  const reservation = ledger.reservations.get(reservationId);
  const use = ledger.uses.get(textOf({ ...position, period }));
  // The reservation was deleted since it was looked up.
  if (reservation === undefined) return invalid([unknownReservation(reservationId)]);
  if (use === undefined) throw new Error(`the use of ${period} was not locked`);
  if (reservation.state === "settled") {
    const isRetry = Decimal.of(reservation.settledQuantity ?? "").equals(quantity);
    return isRetry ? undefined : alreadySettled(reservation);
  }
  if (reservation.state === "open") use.reserved = use.reserved.minus(Decimal.of(reservation.quantity));
  if (position.metricId === null) use.used = use.used.plus(quantity);
  if (use.reserved.isZero()) use.earliestExpiry = null;
  use.isChanged = true;
  const settledQuantity = quantity.toCanonical();
  Object.assign(reservation, { state: "settled", settledQuantity });
  ledger.settlements.push({ id: reservationId, settledQuantity, settledAt: position.now });
  return undefined;
}

function makeReservation({ position, quantity }: WritingCheck, reserve: Reserving, ledger: Ledger): string {
  const { accountId, featureKey, period } = position;
  const key = { accountId, featureKey, period: period?.label ?? "" };
  const use = ledger.uses.get(textOf(key));
  if (use === undefined) throw new Error(`the use of ${textOf(key)} was not locked`);
  use.reserved = use.reserved.plus(quantity);
  use.earliestExpiry =
    use.earliestExpiry === null || reserve.expiresAt < use.earliestExpiry ? reserve.expiresAt : use.earliestExpiry;
  use.isChanged = true;
  const made: NewReservation = { ...reserve, ...key, quantity: quantity.toCanonical() };
  ledger.made.push(made);
  remember(ledger.reservations, { ...made, state: "open", settledQuantity: null });
  return reserve.id;
}

/** The reservation that the same call already made, if any. */
function madeBefore(ledger: Ledger, { accountId, featureKey }: Position, { uniqueId }: Reserving) {
  return uniqueId === null ? undefined : ledger.reservations.get(callOf({ accountId, featureKey, uniqueId }));
}

function remember(reservations: Map<string, EntitlementReservation>, row: EntitlementReservation): void {
  reservations.set(row.id, row);
  if (row.uniqueId !== null) reservations.set(callOf(row), row);
}

function callOf({
  accountId,
  featureKey,
  uniqueId,
}: Pick<EntitlementReservation, "accountId" | "featureKey" | "uniqueId">) {
  return JSON.stringify([accountId, featureKey, uniqueId]);
}

function toRow({ isChanged: _isChanged, used, reserved, ...use }: LockedUse) {
  return { ...use, used: used.toCanonical(), reserved: reserved.toCanonical() };
}
