import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { systemNow } from "../../app/clock.ts";
import { client } from "../../app/client.ts";
import { useOrganization } from "../../app/session.ts";
import { dayIn } from "./account-days.ts";

/** The account's present: its test clock's where it lives by one. Null until that is known. */
export function usePresent(
  account: Account,
): { readonly instant: string; readonly day: string; readonly timeZone: string } | null {
  const { timezone } = useOrganization();
  const clock = useQuery({
    queryKey: ["test-clocks", account.testClockId],
    queryFn: async ({ signal }) => await client.testClocks.get(account.testClockId ?? "", { signal }),
    enabled: account.testClockId !== null,
  });
  if (account.testClockId !== null && clock.data === undefined) return null;
  const instant = clock.data?.frozenTime ?? new Date(systemNow()).toISOString();
  const timeZone = account.timezone ?? timezone;
  return { instant, day: dayIn(instant, timeZone), timeZone };
}
