import { listAudit } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { instant, name, nullable, record } from "../schemas/schema.ts";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const time = (description: string) => Type.String({ format: "instant-or-date", description });

const auditEntry = record({
  id: Type.String(),
  at: instant,
  actor: record({
    type: Type.String({
      description:
        "`person`, `api_key`, `system`, `command`, `payment_provider`, `quote_link`, `invoice_link` or `portal_link`.",
    }),
    id: nullable(Type.String()),
  }),
  requestId: nullable(Type.String()),
  agent: nullable(
    Type.String({
      description: "The program that acted with the key through `/mcp`, as it named itself. Null for other requests.",
    }),
  ),
  action: Type.String({ description: "For example, `invoice.issued`." }),
  objectId: Type.String(),
  changes: Type.Unsafe<Record<string, unknown>>({
    type: "object",
    additionalProperties: true,
    description: "`{before, after}` for each field that changed.",
  }),
});

export const auditRoutes = [
  route({
    method: "GET",
    path: "/audit",
    operationId: "listAudit",
    tag: "Audit log",
    summary: "Search the audit log",
    description:
      "The latest change comes first. Counterfoil seals entries shortly after it writes them. Verify the seals " +
      "with `counterfoil doctor --audit`.",
    scope: "admin",
    query: Type.Object(
      {
        actorType: Type.Optional(name("The type of the actor: a person, a key or the system.")),
        actorId: Type.Optional(name("The ID of a person or key.")),
        objectId: Type.Optional(name("The ID of the changed object.")),
        action: Type.Optional(
          name("An action, or a prefix followed by `.*`: `invoice.*` matches all actions on invoices."),
        ),
        requestId: Type.Optional(name("The `X-Request-Id` of the response.")),
        from: Type.Optional(time("The earliest time, inclusive. A date means its start in UTC.")),
        to: Type.Optional(time("The latest time, exclusive.")),
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the previous page." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, maximum 100." })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({ items: Type.Array(auditEntry), limit: Type.Integer(), nextCursor: nullable(Type.String()) }),
    async handle({ context, query: { cursor, limit: asked, ...question } }) {
      const limit = Math.min(Number(asked ?? DEFAULT_LIMIT), MAX_LIMIT);
      return { ...(await listAudit(context, question, cursor ?? null, limit)), limit };
    },
  }),
];
