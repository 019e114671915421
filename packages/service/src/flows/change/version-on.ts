import type { VersionRow } from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";
import { DomainError } from "../../errors/index.ts";

/** The version that would run on a day without the change. */
export function versionOn(
  { versions, subscription }: Pick<LoadedContract, "versions" | "subscription">,
  on: Temporal.PlainDate,
): VersionRow {
  const running = versions.findLast(
    ({ status, startOn }) => status !== "draft" && startOn !== null && startOn <= on.toString(),
  );
  if (running !== undefined) return running;
  throw new DomainError(
    "state_conflict",
    `No version is in effect on ${on}. The contract starts on ${subscription.contractStartOn}.`,
  );
}
