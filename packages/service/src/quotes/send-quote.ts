import {
  findAccountsById,
  findPreviousQuoteLink,
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
import { numberQuote, quoteReference } from "./quote-number.ts";

const DAYS_OPEN = 30;

/** A sent quote. Only the response to sending contains its token. */
export interface SentQuote {
  subscription: Subscription;
  token: string;
  expiresAt: string;
}

/**
 * Sends a draft as a quote: freezes the offer under a new link. The link expires after 30 days on the account's clock
 * by default (R-SUB-1). The first link gives the quote its number. Requires everything that activation requires (422). Sending again invalidates the old link. The
 * link is also emailed to the signer, unless `sendEmail` is false (R-MAIL-1).
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
    const previous = await findPreviousQuoteLink(work.tx, id);
    await quoteVersions(work, versions, now);
    const sealed = sealDocument(await quoteDocument(work, before, versions));
    const token = makeQuoteToken();
    const [account] = await findAccountsById(work.tx, [before.accountId]);
    const seller = sellerSnapshot(await getOrganization(work.tx), account);
    const numbered = await numberQuote(work, previous, sealed.sha256);
    const tokenHash = hashQuoteToken(token);
    const link = { subscriptionId: id, tokenHash, ...sealed, seller, expiresAt, createdAt: now, ...numbered };
    await saveQuoteLink(work.tx, link);
    // Any PDF that was rendered before shows the earlier state.
    const after: SubscriptionRow = { ...before, status: "sent", pdfSha256: null, updatedAt: now };
    await updateSubscription(work.tx, after);
    const subscription = toSubscription(after, work.organizationId);
    await audit(work, {
      action: "subscription.sent",
      objectId: id,
      before: { ...toSubscription(before, work.organizationId), quoteExpiresAt: previous?.expiresAt ?? null },
      after: { ...subscription, quoteExpiresAt: expiresAt },
    });
    await notify(work, "subscription.sent", id, subscription);
    await retireQuoteMails(work.tx, id, { at: now, reason: "The quote was sent again, with a new link." });
    const number = quoteReference(numbered) ?? "";
    if (input.sendEmail !== false) await mailQuote(work, after, { token, expiresAt, number });
    return { subscription, token, expiresAt };
  });
}

async function mailQuote(
  work: Work,
  subscription: SubscriptionRow,
  { expiresAt, ...shown }: { token: string; expiresAt: string; number: string },
): Promise<void> {
  const expiresOn = localDay(expiresAt, await findTimeZone(work.tx, subscription.accountId));
  const link = { ...shown, expiresOn };
  await mailContract(work, subscription, { kind: "quote", occasion: `sent ${work.ids.next("req")}`, link });
}

/** Links the versions to the quote and freezes their prices, which can no longer be edited. */
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

/** The instant at which the link expires: as given, or the same local time 30 days later. */
async function expiry(work: Work, subscription: SubscriptionRow, told: string | null): Promise<string> {
  const timeZone = await findTimeZone(work.tx, subscription.accountId);
  if (told !== null) return toInstantText(told, timeZone);
  const now = Temporal.Instant.from(work.clock.now()).toZonedDateTimeISO(timeZone);
  return toInstantText(now.add({ days: DAYS_OPEN }).toInstant().toString(), timeZone);
}
