import { Decimal } from "@counterfoil/engine";
import { type CreditGrantRow, findAccountsById, getOrganization } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountTimeZone } from "../accounts/account-time.ts";
import type { Work } from "../context.ts";
import { localDay } from "../time.ts";
import { recordEffects, type RecordedEffect } from "./record-effects.ts";

/** Prepaid credit that came or went without an invoice: an amount above zero, or below. */
export type GrantMove = Pick<CreditGrantRow, "id" | "accountId" | "currency" | "amount">;

/** Records grants that are made, expire or are voided. Units of a metric are no money, and nothing is recorded of them. */
export async function recordGrants(
  work: Work,
  kind: "credit_granted" | "credit_expired" | "credit_voided",
  moves: readonly GrantMove[],
): Promise<void> {
  if (moves.every(({ currency }) => currency === null)) return;
  const organization = await getOrganization(work.tx);
  const accounts = await findAccountsById(work.tx, [...new Set(moves.map(({ accountId }) => accountId))]);
  const effects = moves.flatMap(({ id, accountId, currency, amount }): RecordedEffect[] => {
    if (currency === null) return [];
    const account = accounts.find((one) => one.id === accountId) ?? { timezone: null };
    const day = Temporal.PlainDate.from(localDay(work.clock.now(), accountTimeZone(account, organization)));
    const effect = { kind, day, amount: Decimal.of(amount) };
    return [{ effect, objectId: id, invoice: { id: null, accountId, currency } }];
  });
  await recordEffects(work, effects);
}
