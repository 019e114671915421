import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { systemNow } from "../../format/clock.ts";
import { asked } from "../../server/asked.ts";
import { useOrganization } from "../../server/session.ts";
import { toDay } from "../../format/dates.ts";

export interface Present {
  readonly instant: string;
  /** The local day of the account. */
  readonly day: string;
  readonly timeZone: string;
}

/** The account's present: its test clock's where it lives by one. Null until that is known. */
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
