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
  code: Type.Optional(oneOf(LEDGER_CODES, "Entries on this code only.")),
  currency: Type.Optional(currency),
  accountId: Type.Optional(name("The account that is billed: its id or alias.")),
  objectId: Type.Optional(name("What moved the money, the invoice that it moved money of, or the invoice line.")),
  from: Type.Optional(date("From this day on.")),
  to: Type.Optional(date("Before this day.")),
};

/** Every effect on money in double entry. */
export const journalRoutes = [
  route({
    method: "GET",
    path: "/journal",
    operationId: "listJournal",
    tag,
    summary: "List the postings of the journal",
    description:
      "By day, then in the order of writing. The postings of one entry sum to zero. What becomes revenue on a day to come is " +
      "written when it is invoiced, with that day: ask with `to` for what counts by now.",
    scope: "read",
    query: Type.Object(
      {
        ...selection,
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the page before." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, at most 100." })),
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
    description: "The same postings in the same order, all of them, written while they are read.",
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
    description: "What each code comes to by the end of a day, by currency. In each currency the balances sum to zero.",
    scope: "read",
    query: Type.Object(
      { at: Type.Optional(date("The last day that counts; today in the organization's zone where it is left out.")) },
      { additionalProperties: false },
    ),
    status: 200,
    response: journalBalances,
    handle: ({ context, query: { at } }) => readJournalBalances(context, at),
  }),
];
