import { billedPeriodAt, earlier, later, localDate, type BillingInterval, type Contract } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../contracts/index.ts";
import { writtenDay } from "../time.ts";

/** The account's current local day. */
export function today({ contract }: LoadedContract, now: string): Temporal.PlainDate {
  return localDate(Temporal.Instant.from(now), contract.timeZone);
}

/** The local day of a caller's timestamp or date. */
export function dayOf({ contract }: LoadedContract, written: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(writtenDay(written, contract.timeZone));
}

/** The earliest end of a current period: when a change can start without splitting a period (R-SUB-4). */
export function nextPeriodEnd({ contract }: LoadedContract, on: Temporal.PlainDate): Temporal.PlainDate {
  return periodEnds(contract, on).reduce(earlier);
}

/** The latest end of a current period: the end of the latest possible advance (R-SUB-6). */
export function lastPeriodEnd({ contract }: LoadedContract, on: Temporal.PlainDate): Temporal.PlainDate {
  return periodEnds(contract, on).reduce(later);
}

/** The ends of the periods that contain a day. For a contract without recurring prices, the end of its month. */
function periodEnds(contract: Contract, on: Temporal.PlainDate): Temporal.PlainDate[] {
  const sold = contract.versions.findLast((version) => Temporal.PlainDate.compare(version.startsOn, on) <= 0);
  const intervals = (sold ?? contract.versions[0])?.prices.flatMap(({ schedule }): BillingInterval[] =>
    schedule.kind === "one_off" ? [] : [schedule.interval],
  );
  const running: BillingInterval[] = intervals === undefined || intervals.length === 0 ? ["monthly"] : intervals;
  return running.map((interval) => billedPeriodAt(contract, interval, on).span.end);
}
