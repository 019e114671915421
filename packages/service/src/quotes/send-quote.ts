import {
  findAccountsById,
  findQuoteExpiry,
  findVersions,
  getOrganization,
  lockPrices,
  retireQuoteMails,
  saveQuoteLink,
  type SubscriptionRow,
  updateSubscription,
  updateVersion,
  type VersionRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { findTimeZone, onAccountClock } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { linkExpiryFaults } from "../link-token.ts";
import { mailContract } from "../mails/index.ts";
import { sellerSnapshot } from "../invoices/index.ts";
import { audit, notify } from "../record.ts";
import { lockFor, missingForActivation, type Subscription, toSubscription } from "../subscriptions/index.ts";
import { localDay, toInstantText } from "../time.ts";
import { hashQuoteToken, makeQuoteToken, sealDocument } from "./quote.ts";
import { quoteDocument } from "./quote-document.ts";

const DAYS_OPEN = 30;

/** A quote that was sent. The answer to sending is the only place that ever shows its token. */
export interface SentQuote {
  subscription: Subscription;
  token: string;
  expiresAt: string;
}

/**
 * Sends a draft as a quote: what is offered is frozen under a new link, which works until it expires, 30 days of the account's
 * clock unless told (R-SUB-1). Needs what activation needs (422). Sent again, the old link stops working. The link goes to the
 * signer by e-mail too, unless `sendEmail` is false (R-MAIL-1).
 */
export function sendQuote(
  context: Context,
  id: string,
  input: { expiresAt?: string | null; sendEmail?: boolean },
): Promise<SentQuote> {
  return transact(context, async (transaction) => {
    const before = await lockFor(transaction, id, "send");
    const work = await onAccountClock(transaction, before);
    const now = work.clock.now();
    const versions = await findVersions(work.tx, [id]);
    const expiresAt = await expiry(work, before, input.expiresAt ?? null);
    refuseFaults([...missingForActivation(versions), ...linkExpiryFaults(expiresAt, now)]);
    const oldExpiry = await findQuoteExpiry(work.tx, id);
    await quoteVersions(work, versions, now);
    const sealed = sealDocument(await quoteDocument(work, before, versions));
    const token = makeQuoteToken();
    const [account] = await findAccountsById(work.tx, [before.accountId]);
    const seller = sellerSnapshot(await getOrganization(work.tx), account);
    const link = { subscriptionId: id, tokenHash: hashQuoteToken(token), ...sealed, seller, expiresAt, createdAt: now };
    await saveQuoteLink(work.tx, link);
    // Whatever was drawn before was of what it was then.
    const after: SubscriptionRow = { ...before, status: "sent", pdfSha256: null, updatedAt: now };
    await updateSubscription(work.tx, after);
    const subscription = toSubscription(after, work.organizationId);
    await audit(work, {
      action: "subscription.sent",
      objectId: id,
      before: { ...toSubscription(before, work.organizationId), quoteExpiresAt: oldExpiry },
      after: { ...subscription, quoteExpiresAt: expiresAt },
    });
    await notify(work, "subscription.sent", id, subscription);
    await retireQuoteMails(work.tx, id, now);
    if (input.sendEmail !== false) await mailQuote(work, after, { token, expiresAt });
    return { subscription, token, expiresAt };
  });
}

async function mailQuote(
  work: Work,
  subscription: SubscriptionRow,
  { token, expiresAt }: { token: string; expiresAt: string },
): Promise<void> {
  const expiresOn = localDay(expiresAt, await findTimeZone(work.tx, subscription.accountId));
  const link = { token, expiresOn };
  await mailContract(work, subscription, { kind: "quote", occasion: `sent ${work.ids.next("req")}`, link });
}

/** Ties the versions to the quote, and holds their prices as they are: from here on they cannot be edited. */
async function quoteVersions(work: Work, versions: readonly VersionRow[], now: string): Promise<void> {
  await lockPrices(
    work.tx,
    versions.flatMap((version) => version.priceGroups.flatMap((group) => group.priceIds)),
  );
  for (const version of versions) {
    if (version.quoteId !== null) continue;
    await updateVersion(work.tx, { ...version, quoteId: version.subscriptionId, updatedAt: now });
  }
}

/** The instant at which the link ends: as told, else the same local time 30 days on. */
async function expiry(work: Work, subscription: SubscriptionRow, told: string | null): Promise<string> {
  const timeZone = await findTimeZone(work.tx, subscription.accountId);
  if (told !== null) return toInstantText(told, timeZone);
  const now = Temporal.Instant.from(work.clock.now()).toZonedDateTimeISO(timeZone);
  return toInstantText(now.add({ days: DAYS_OPEN }).toInstant().toString(), timeZone);
}
