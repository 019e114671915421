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
    type: Type.String({ description: "person, api_key, system, command, or whoever came by a link." }),
    id: nullable(Type.String()),
  }),
  requestId: nullable(Type.String()),
  action: Type.String({ description: "Such as invoice.issued." }),
  objectId: Type.String(),
  changes: Type.Unsafe<Record<string, unknown>>({
    type: "object",
    additionalProperties: true,
    description: "`{before, after}` of each member that changed.",
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
      "The last change first. Entries are sealed a moment after they are written: `counterfoil doctor --audit`.",
    scope: "admin",
    query: Type.Object(
      {
        actorType: Type.Optional(name("Who did it: a person, a key, the system.")),
        actorId: Type.Optional(name("A person or key.")),
        objectId: Type.Optional(name("What was changed.")),
        action: Type.Optional(name("A whole action, or with `.*` at its end all that begin so: `invoice.*`.")),
        requestId: Type.Optional(name("The X-Request-Id that it was answered with.")),
        from: Type.Optional(time("From then on; a date is its start in UTC.")),
        to: Type.Optional(time("Before then.")),
        cursor: Type.Optional(Type.String({ maxLength: 255, description: "The `nextCursor` of the page before." })),
        limit: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,8}$", description: "Default 10, at most 100." })),
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
