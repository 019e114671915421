import { LEDGER_CODES } from "@counterfoil/engine";
import { listJournal, readJournalBalances, walkJournal } from "@counterfoil/service";
import { Readable } from "node:stream";
import Type from "typebox";
import { journalCsv } from "../journal-csv.ts";
import { route } from "../route.ts";
import { journalBalances, journalPosting } from "../schemas/journal.ts";
import { currency, name, nullable, oneOf, record } from "../schemas/schema.ts";

const tag = "Journal";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const date = (description: string) => Type.String({ format: "date", description });

const selection = {
  code: Type.Optional(oneOf(LEDGER_CODES, "Only entries with this ledger code.")),
  currency: Type.Optional(currency),
  accountId: Type.Optional(name("The billed account: ID or alias.")),
  objectId: Type.Optional(name("The ID of the object that moved the money, of its invoice, or of the invoice line.")),
  from: Type.Optional(date("The first day, inclusive.")),
  to: Type.Optional(date("The last day, exclusive.")),
};

/** Every effect on money, in double entry. */
export const journalRoutes = [
  route({
    method: "GET",
    path: "/journal",
    operationId: "listJournal",
    tag,
    summary: "List journal postings",
    description:
      "Ordered by day, then in the order in which they were written. The postings of one entry sum to zero. " +
      "Revenue of a future day is written when it is invoiced, dated that day: set `to` to get only what counts " +
      "by now.",
    scope: "read",
    query: Type.Object(
      {
        ...selection,
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the previous page." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, maximum 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({ items: Type.Array(journalPosting), limit: Type.Integer(), nextCursor: nullable(Type.String()) }),
    async handle({ context, query: { cursor, limit: asked, ...question } }) {
      const limit = Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
      return { ...(await listJournal(context, question, cursor, limit)), limit };
    },
  }),
  route({
    method: "GET",
    path: "/journal.csv",
    operationId: "exportJournal",
    tag,
    summary: "Export the journal as CSV",
    description: "Returns all postings in the same order as `GET /journal`, as a stream.",
    scope: "read",
    query: Type.Object(selection, { additionalProperties: false }),
    status: 200,
    response: null,
    mediaType: "text/csv",
    async handle({ context, query, reply }) {
      const pages = await walkJournal(context, query);
      reply.type("text/csv; charset=utf-8");
      reply.header("content-disposition", 'attachment; filename="journal.csv"');
      return Readable.from(journalCsv(pages));
    },
  }),
  route({
    method: "GET",
    path: "/journal/balances",
    operationId: "getJournalBalances",
    tag,
    summary: "Get the trial balance",
    description:
      "Returns the balance of each ledger code at the end of a day, by currency. In each currency, the balances " +
      "sum to zero.",
    scope: "read",
    query: Type.Object(
      { at: Type.Optional(date("The last day to include. Today in the organization's zone if omitted.")) },
      { additionalProperties: false },
    ),
    status: 200,
    response: journalBalances,
    handle: ({ context, query: { at } }) => readJournalBalances(context, at),
  }),
];
