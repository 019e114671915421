import { instantText } from "@counterfoil/engine";
import { notePlace } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { IdentityPorts } from "../authentication/index.ts";
import { networkOf } from "./network-of.ts";
import type { Visitor } from "./visitor.ts";

/** The number of days for which the place of a sign-in is remembered. */
export const PLACE_DAYS = 90;

/** Records the place from which a person authenticated. Returns whether they never did so from there before. */
export function noteOwnPlace(
  { identity, clock }: IdentityPorts,
  personId: string,
  { address, userAgent = "" }: Pick<Visitor, "address" | "userAgent">,
): Promise<boolean> {
  const now = clock.now();
  const since = instantText(Temporal.Instant.from(now).subtract({ hours: PLACE_DAYS * 24 }));
  // An updated browser is still the same browser.
  const device = userAgent.replace(/\d[\d._]*/g, "");
  return notePlace(identity.people, personId, { network: networkOf(address), device }, { now, since });
}
