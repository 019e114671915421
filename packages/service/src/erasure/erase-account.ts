import {
  countKept,
  eraseAccountRows,
  eraseFromAnswers,
  eraseFromAudit,
  eraseFromNotifications,
  findAccount,
  findAuditedAccount,
  findErasureObstacles,
  findNamedPeople,
  findObjectsOfAccount,
  lockAccount,
  lockErasedRows,
  updateAccount as saveAccount,
} from "@counterfoil/storage";
import { toAccount } from "../accounts/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { audit, notify } from "../record.ts";
import { personalTexts, textErasure } from "./erased-texts.ts";
import type { KeptRecord } from "./kept-record.ts";
import { refuseObstacles } from "./refuse-obstacles.ts";

/** What became of a person's data at an account. */
export interface ErasedAccount {
  accountId: string;
  erasedAt: string;
  erased: { contacts: number; mails: number; signatures: number; notifications: number; auditEntries: number };
  kept: KeptRecord[];
}

/** What the account is called from then on. */
const ERASED_NAME = "Erased account";

/**
 * Takes out what says who an account's people are (GDPR, article 17), wherever it stands but on what the law keeps: issued
 * invoices and credit notes, signed terms, and the books. Refused while a contract runs or something is owed: until then the data
 * is needed. Can be asked for again, as when an invoice was issued since.
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
    const erasedAt = clock.now();
    const nobody = {
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
    const after = { ...before, ...nobody, updatedAt: erasedAt };
    await saveAccount(tx, after);
    const notifications = await eraseFromNotifications(tx, erasure);
    await eraseFromAnswers(tx, [before.id, ...erasure.uniqueTexts]);
    const erasedEntries = await eraseFromAudit(tx, erasure);
    await audit(work, { action: "account.erased", objectId: before.id, after: { erasedEntries } });
    await notify(work, "account.updated", before.id, toAccount(after));
    const auditEntries = Object.keys(erasedEntries).length;
    const contacts = before.contacts.length;
    const erased = { contacts, mails, signatures, notifications, auditEntries };
    return { accountId: before.id, erasedAt, erased, kept: await keptOf(work, before.id) };
  });
}

/** All that the account was called by, now and before, and whom its records name. */
async function textsAbout({ tx }: Work, accountId: string, account: object): Promise<string[]> {
  const audited = await findAuditedAccount(tx, accountId);
  const named = await findNamedPeople(tx, accountId);
  const texts = [account, ...audited].flatMap(personalTexts);
  return [...texts, ...named].filter((text) => text !== ERASED_NAME && text !== "[erased]");
}

/** As they stand in columns that are no JSON. */
function rawTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length >= 3).toSorted((a, b) => b.length - a.length);
}

async function keptOf({ tx }: Work, accountId: string): Promise<KeptRecord[]> {
  const { invoices, notes, quotes } = await countKept(tx, accountId);
  const documents = "Tax law has them kept as they were issued, with the recipient's name, address and e-mail address.";
  return [
    { what: "issued invoices", count: invoices, why: documents },
    { what: "issued credit notes", count: notes, why: documents },
    { what: "signed terms", count: quotes, why: "Evidence of the contract; who signed is erased." },
    { what: "journal, payments and amounts", count: null, why: "The books; they name the account by its id only." },
    {
      what: "usage events",
      count: null,
      why: "What was sent as their properties is what invoices were computed from.",
    },
  ].filter(({ count }) => count !== 0);
}
