import Type from "typebox";
import { instant, nullable, record } from "./schema.ts";

const kept = Type.Array(record({ what: Type.String(), count: nullable(Type.Integer()), why: Type.String() }), {
  description: "Data that was not erased, with the legal duty to keep it.",
});

export const erasedAccount = record({
  accountId: Type.String(),
  erasedAt: instant,
  erased: record({
    contacts: Type.Integer(),
    mails: Type.Integer(),
    signatures: Type.Integer(),
    notifications: Type.Integer({ description: "Notifications from which names and addresses were removed." }),
    auditEntries: Type.Integer({ description: "Audit entries from which names and addresses were removed." }),
  }),
  kept,
});

export const erasedPerson = record({
  personId: Type.String(),
  erasedAt: instant,
  auditEntries: Type.Integer({ description: "Audit entries from which the person's name and address were removed." }),
  kept,
});
