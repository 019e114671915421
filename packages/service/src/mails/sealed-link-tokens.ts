import { lockLinkTokens, resealLinkToken } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { isSealed, type SealedSecret } from "../secrets/index.ts";
import { placeOf } from "./link-token.ts";

/** The link tokens of mails that were not sent yet, so that they can be encrypted with another key. */
export async function sealedLinkTokens(work: Work): Promise<SealedSecret[]> {
  const rows = await lockLinkTokens(work.tx);
  return rows
    .filter(({ linkToken }) => isSealed(linkToken))
    .map(({ id, linkToken }) => ({
      place: placeOf(work, id),
      sealed: linkToken,
      replace: (anew) => resealLinkToken(work.tx, id, anew),
    }));
}
