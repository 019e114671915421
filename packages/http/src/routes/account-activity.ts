import { ACTIVITY_KINDS, listAccountActivity } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { activity } from "../schemas/account-note.ts";
import { byId, nullable, oneOf, record } from "../schemas/schema.ts";

const tag = "Accounts";
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export const accountActivityRoutes = [
  route({
    method: "GET",
    path: "/accounts/:id/activity",
    operationId: "listAccountActivity",
    tag,
    summary: "List the activity of an account",
    description:
      "Everything that happened with the account, its subscriptions and its documents, newest first: notes, invoices and credit notes, " +
      "payments, emails, changes, and other notifications. Callers with the scope `admin` also get the changes that only the audit log " +
      "contains, with their actors.",
    scope: "read",
    params: byId,
    query: Type.Object(
      {
        kind: Type.Optional(oneOf(ACTIVITY_KINDS, "Returns only this kind.")),
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the previous page." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, maximum 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({
      items: Type.Array(activity),
      limit: Type.Integer(),
      nextCursor: nullable(Type.String({ description: "Null on the last page." })),
    }),
    async handle({ context, params, query: { kind, cursor, limit: asked }, request }) {
      const limit = Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
      const isAdministrator = request.caller.scopes?.includes("admin") === true;
      const page = { kinds: kind === undefined ? null : [kind], cursor: cursor ?? null, limit, isAdministrator };
      return { ...(await listAccountActivity(context, params.id, page)), limit };
    },
  }),
];
