import {
  countKept,
  eraseAccountRows,
  eraseFromAnswers,
  eraseFromAudit,
  eraseFromNotifications,
  eraseFromRequestLog,
  findAccount,
  findAuditedAccount,
  findErasureObstacles,
  findNamedPeople,
  findObjectsOfAccount,
  lockAccount,
  lockErasedRows,
  removeMentionsOn,
  updateAccount as saveAccount,
} from "@counterfoil/storage";
import { toAccount } from "../accounts/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit, notify } from "../record.ts";
import { personalTexts, textErasure } from "./erased-texts.ts";
import type { KeptRecord } from "./kept-record.ts";
import { refuseObstacles } from "./refuse-obstacles.ts";

/** What was erased of the personal data of an account. */
export interface ErasedAccount {
  accountId: string;
  erasedAt: string;
  erased: { contacts: number; mails: number; signatures: number; notifications: number; auditEntries: number };
  kept: KeptRecord[];
}

/** The account's name after the erasure. */
const ERASED_NAME = "Erased account";

/**
 * Erases what identifies an account's people (GDPR, article 17), except in records that the law requires: issued
 * invoices and credit notes, signed terms, and the books. Refused while a contract runs or an amount is owed, because
 * the data is needed until then. Can be repeated, for example if an invoice was issued since.
 */
export function eraseAccount(context: Context, idOrAlias: string): Promise<ErasedAccount> {
  return transact(context, async (work) => {
    const { tx, clock } = work;
    const seen = await findAccount(tx, idOrAlias);
    if (seen === undefined) throw notFound("account", idOrAlias);
    await lockErasedRows(tx, seen.id);
    const before = (await lockAccount(tx, seen.id)) ?? seen;
    refuseObstacles(await findErasureObstacles(tx, before.id));
    const texts = await textsAbout(work, before.id, toAccount(before));
    const objectIds = await findObjectsOfAccount(tx, before.id);
    const erasure = textErasure(texts, objectIds);
    const { mails, signatures } = await eraseAccountRows(tx, before.id, rawTexts(texts));
    await removeMentionsOn(tx, before.id);
    const erasedAt = clock.now();
    const withoutPersonalData = {
      name: ERASED_NAME,
      aliases: [],
      contacts: [],
      billingAddress: null,
      billingEmail: null,
      taxId: null,
      electronicAddress: null,
      buyerReference: null,
      registrationNumber: null,
      registrationScheme: null,
    };
    const after = { ...before, ...withoutPersonalData, updatedAt: erasedAt };
    await saveAccount(tx, after);
    const notifications = await eraseFromNotifications(tx, erasure);
    await eraseFromAnswers(tx, [before.id, ...erasure.uniqueTexts]);
    await eraseFromRequestLog(tx, [before.id, ...erasure.uniqueTexts]);
    const erasedEntries = await eraseFromAudit(tx, erasure);
    await audit(work, { action: "account.erased", objectId: before.id, after: { erasedEntries } });
    await notify(work, "account.updated", before.id, toAccount(after));
    const auditEntries = Object.keys(erasedEntries).length;
    const contacts = before.contacts.length;
    const erased = { contacts, mails, signatures, notifications, auditEntries };
    return { accountId: before.id, erasedAt, erased, kept: await keptOf(work, before.id) };
  });
}

/** All names that the account had, now and before, and the people whom its records name. */
async function textsAbout({ tx }: Work, accountId: string, account: object): Promise<string[]> {
  const audited = await findAuditedAccount(tx, accountId);
  const named = await findNamedPeople(tx, accountId);
  const texts = [account, ...audited].flatMap(personalTexts);
  return [...texts, ...named].filter((text) => text !== ERASED_NAME && text !== "[erased]");
}

/** The texts for columns that are not JSON. */
function rawTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length >= 3).toSorted((a, b) => b.length - a.length);
}

async function keptOf({ tx }: Work, accountId: string): Promise<KeptRecord[]> {
  const { invoices, notes, quotes } = await countKept(tx, accountId);
  const documents = "Tax law requires keeping them unchanged, with the recipient's name, address and email address.";
  return [
    { what: "issued invoices", count: invoices, why: documents },
    { what: "issued credit notes", count: notes, why: documents },
    { what: "signed terms", count: quotes, why: "They prove the contract. The signer's details are erased." },
    {
      what: "journal, payments and amounts",
      count: null,
      why: "They are part of the books and contain only the ID of the account.",
    },
    {
      what: "usage events",
      count: null,
      why: "Invoices were calculated from their properties.",
    },
  ].filter(({ count }) => count !== 0);
}
