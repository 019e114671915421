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

/** Prepaid credit that is added (positive) or removed (negative) without an invoice. */
export interface GrantMove extends Pick<CreditGrantRow, "id" | "accountId" | "currency" | "amount"> {
  /** The part of it that an invoice sold; negative if it is given back, zero if missing. */
  readonly sold?: Decimal;
}

/**
 * Records grants that are created, become gifts, expire or are voided. Units of a metric are not money and are not
 * recorded.
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

/**
 * Records that a top-up's sold credit will not be paid. If the credit was already granted, it is a gift from now on.
 */
export async function recordGifted(work: Work, topUp: CreditTopUpRow | undefined, sold: Decimal): Promise<void> {
  if (topUp === undefined || topUp.creditGrantId === null) return;
  const { creditGrantId: id, accountId, currency } = topUp;
  await recordGrants(work, "credit_gifted", [{ id, accountId, currency, amount: "0", sold: sold.negate() }]);
}

/** The prepaid credit that an invoice sold, less what was given back, according to its postings. */
export function creditSold(written: readonly JournalPostingRow[]): Decimal {
  const sold = written.filter(({ code }) => code === "credit_sold");
  return Decimal.sum(sold.map(({ amount }) => Decimal.of(amount))).negate();
}
