import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { systemNow } from "../../format/clock.ts";
import { asked } from "../../server/asked.ts";
import { useOrganization } from "../../server/session.ts";
import { useNamedAccount } from "../../named/account-name.tsx";
import { toDay } from "../../format/dates.ts";

export interface Present {
  readonly instant: string;
  /** The local day of the account. */
  readonly day: string;
  readonly timeZone: string;
}

/** The account's current time: its test clock's if it has one. Null until it is loaded. */
export function usePresentOf(account: Account | undefined): Present | null {
  const { timezone } = useOrganization();
  const clockId = account?.testClockId ?? null;
  const clock = useQuery({
    ...asked((api, signal) => api.testClocks.get(clockId ?? "", { signal })),
    enabled: clockId !== null,
  });
  if (account === undefined || (clockId !== null && clock.data === undefined)) return null;
  const instant = clock.data?.frozenTime ?? new Date(systemNow()).toISOString();
  const timeZone = account.timezone ?? timezone;
  return { instant, day: toDay(instant, timeZone), timeZone };
}

/**
 * The current time of an account in milliseconds since 1970: its test clock's if it has one. Real time if there is no
 * account. Null until it is known.
 */
export function useNowOf(accountId: string | null): number | null {
  const account = useNamedAccount(accountId ?? undefined);
  const present = usePresentOf(account ?? undefined);
  if (present !== null) return Date.parse(present.instant);
  return accountId === null || account === null ? systemNow() : null;
}
