import { LEDGER_CODES } from "@counterfoil/engine";
import Type from "typebox";
import { currency, decimal, instant, nullable, oneOf, record } from "./schema.ts";

const date = Type.String({ format: "date" });

export const journalPosting = record({
  entryId: Type.String(),
  position: Type.Integer({ description: "The position in the entry." }),
  kind: Type.String({ description: "The effect, such as `invoice_issued`." }),
  day: Type.String({ format: "date", description: "The day on which it counts, in the invoice's time zone." }),
  recordedAt: instant,
  accountId: Type.String(),
  currency,
  code: oneOf(LEDGER_CODES),
  amount: Type.String({ format: "decimal", description: "Positive for a debit, negative for a credit." }),
  objectId: Type.String({ description: "The object that moved the money." }),
  invoiceId: nullable(Type.String()),
  lineId: nullable(Type.String()),
});

export const journalBalances = record({
  at: date,
  items: Type.Array(record({ currency, code: oneOf(LEDGER_CODES), balance: decimal })),
});
