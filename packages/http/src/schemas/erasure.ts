import Type from "typebox";
import { instant, nullable, record } from "./schema.ts";

const kept = Type.Array(record({ what: Type.String(), count: nullable(Type.Integer()), why: Type.String() }), {
  description: "What stays, and by which duty.",
});

export const erasedAccount = record({
  accountId: Type.String(),
  erasedAt: instant,
  erased: record({
    contacts: Type.Integer(),
    mails: Type.Integer(),
    signatures: Type.Integer(),
    notifications: Type.Integer({ description: "Whose bodies lost names and addresses." }),
    auditEntries: Type.Integer({ description: "Whose changes lost names and addresses." }),
  }),
  kept,
});

export const erasedPerson = record({
  personId: Type.String(),
  erasedAt: instant,
  auditEntries: Type.Integer({ description: "Whose changes lost the person's name and address." }),
  kept,
});
