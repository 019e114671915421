import { Decimal } from "@counterfoil/engine";
import {
  type CreditGrantRow,
  type CreditTopUpRow,
  findAccountsById,
  getOrganization,
  type JournalPostingRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone } from "../clocks/index.ts";
import type { Work } from "../context.ts";
import { localDay } from "../time.ts";
import { recordEffects, type RecordedEffect } from "./record-effects.ts";

/** Prepaid credit that came or went without an invoice: an amount above zero, or below. */
export interface GrantMove extends Pick<CreditGrantRow, "id" | "accountId" | "currency" | "amount"> {
  /** What of it an invoice sold, below zero where that is given back; nothing where it is left out. */
  readonly sold?: Decimal;
}

/**
 * Records grants that are made, become gifts, expire or are voided. Units of a metric are no money, and nothing is recorded of
 * them.
 */
export async function recordGrants(
  work: Work,
  kind: "credit_granted" | "credit_gifted" | "credit_expired" | "credit_voided",
  moves: readonly GrantMove[],
): Promise<void> {
  if (moves.every(({ currency }) => currency === null)) return;
  const organization = await getOrganization(work.tx);
  const accounts = await findAccountsById(work.tx, [...new Set(moves.map(({ accountId }) => accountId))]);
  const effects = moves.flatMap(({ id, accountId, currency, amount, sold = Decimal.zero }): RecordedEffect[] => {
    if (currency === null) return [];
    const account = accounts.find((one) => one.id === accountId) ?? { timezone: null };
    const day = Temporal.PlainDate.from(localDay(work.clock.now(), accountTimeZone(account, organization)));
    const effect = { kind, day, amount: Decimal.of(amount), sold };
    return [{ effect, objectId: id, invoice: { id: null, accountId, currency } }];
  });
  await recordEffects(work, effects);
}

/** Records that what a top-up sold is not paid for any more: where its credit was granted already, that is a gift from now on. */
export async function recordGifted(work: Work, topUp: CreditTopUpRow | undefined, sold: Decimal): Promise<void> {
  if (topUp === undefined || topUp.creditGrantId === null) return;
  const { creditGrantId: id, accountId, currency } = topUp;
  await recordGrants(work, "credit_gifted", [{ id, accountId, currency, amount: "0", sold: sold.negate() }]);
}

/** What an invoice sold of prepaid credit, net of what was given back, by all that was written of it. */
export function creditSold(written: readonly JournalPostingRow[]): Decimal {
  const sold = written.filter(({ code }) => code === "credit_sold");
  return Decimal.sum(sold.map(({ amount }) => Decimal.of(amount))).negate();
}
