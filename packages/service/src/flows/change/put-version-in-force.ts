import type { VersionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { WrittenInvoice } from "../../invoices/index.ts";
import type { LoadedContract } from "../../contracts/index.ts";
import type { Work } from "../../context.ts";
import { notify } from "../../record.ts";
import { localDay } from "../../time.ts";
import { followPlan, publishInChain, supersedeVersions, toVersion } from "../../subscriptions/index.ts";
import { lastBilledOn } from "./billed-through.ts";
import { refuseStart } from "./refuse-start.ts";
import { reschedule } from "./reschedule.ts";

/**
 * Publishes a version of a running subscription and bills at once what its start makes due. Refuses a start before the
 * last billing date, because later invoices would then have billed another contract. Also refuses a start after the
 * end.
 */
export async function putVersionInForce(
  work: Work,
  before: LoadedContract,
  version: VersionRow,
  now: string,
): Promise<WrittenInvoice[]> {
  const { subscription, contract } = before;
  const startsOn = Temporal.PlainDate.from(version.startOn ?? "");
  const billedOn = lastBilledOn(before);
  refuseStart(before, startsOn);
  Object.assign(version, { isAfterBilling: billedOn?.equals(startsOn) === true });
  const versions = await publishInChain(work, version, now);
  await notify(work, "subscription.version.published", subscription.id, toVersion(version, work.organizationId));
  await supersedeVersions(work, versions, Temporal.PlainDate.from(localDay(now, contract.timeZone)), now);
  const moved = await followPlan(work, { subscription, versions }, localDay(now, contract.timeZone), now);
  return reschedule(work, moved, { changedOn: startsOn, now });
}
