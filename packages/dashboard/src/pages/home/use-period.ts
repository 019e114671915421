import { useSharedAddress } from "../../routing/address.ts";
import { toDay } from "../../format/dates.ts";
import { systemNow } from "../../format/clock.ts";
import { useOrganization } from "../../server/session.ts";
import { readPeriod } from "./period.ts";

/** The period of the figures, from the address. */
export function usePeriod() {
  const [search] = useSharedAddress();
  const { timezone } = useOrganization();
  return readPeriod(search, toDay(systemNow(), timezone));
}
