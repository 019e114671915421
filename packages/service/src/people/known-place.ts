import { instantText } from "@counterfoil/engine";
import { notePlace } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { IdentityPorts } from "../authentication/index.ts";
import { networkOf } from "./network-of.ts";
import type { Visitor } from "./visitor.ts";

/** For how long a place is known that somebody signed in from. */
export const PLACE_DAYS = 90;

/** Notes from where somebody proved who they are. Answers whether they never did there before. */
export function noteOwnPlace(
  { identity, clock }: IdentityPorts,
  personId: string,
  { address, userAgent = "" }: Pick<Visitor, "address" | "userAgent">,
): Promise<boolean> {
  const now = clock.now();
  const since = instantText(Temporal.Instant.from(now).subtract({ hours: PLACE_DAYS * 24 }));
  // A browser that was updated is the same browser.
  const device = userAgent.replace(/\d[\d._]*/g, "");
  return notePlace(identity.people, personId, { network: networkOf(address), device }, { now, since });
}
