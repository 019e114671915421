import { instantText } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";

/** The instant a number of seconds later. */
export function secondsLater(instant: string, seconds: number): string {
  return instantText(Temporal.Instant.from(instant).add({ seconds }));
}
