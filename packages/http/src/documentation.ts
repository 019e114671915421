import type { SwaggerOptions } from "@fastify/swagger";
import { ERRORS } from "@counterfoil/service";
import type { FastifyInstance } from "fastify";
import { NEWEST_VERSION } from "./api-version.ts";
import { completeDocument, operationsOf } from "./openapi/complete-document.ts";
import type { DescribedDocument, DescribedOperation } from "./openapi/described.ts";
import { nameSchemas } from "./openapi/name-schemas.ts";
import { shareParameters } from "./openapi/share-parameters.ts";
import { readExamples } from "./openapi/examples.ts";
import { addReferencePage } from "./reference-page.ts";
import { routes } from "./routes/routes.ts";
import { TAGS } from "./tags.ts";
import { webhookSection } from "./webhook-section.ts";

export const openApiOptions: SwaggerOptions = {
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "Counterfoil API",
      version: NEWEST_VERSION,
      description: "Billing for recurring and usage-based charges: accounts, catalogue, contracts, usage and invoices.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    webhooks: webhookSection(),
    security: [{ apiKey: [] }, { session: [] }],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "counterfoil.session_token",
          description:
            "Of a person who signed in; over https its name starts with `__Secure-`. A write has to come from our own pages. " +
            "`Counterfoil-Organization` names one of the person's organizations.",
        },
      },
    },
  },
  transformObject(document) {
    if ("swaggerObject" in document) return document.swaggerObject;
    const described = document.openapiObject as unknown as DescribedDocument;
    for (const operation of operationsOf(described)) sayWhetherBodyIsRequired(operation);
    completeDocument(described, routes, readExamples());
    nameSchemas(described);
    shareParameters(described);
    addPlansAtSlash(document.openapiObject.paths ?? {});
    return document.openapiObject;
  },
  refResolver: { buildLocalReference: (json, _base, _fragment, index) => (json["$id"] as string) ?? `Schema${index}` },
};

/** Every path answers with a slash at its end too; the interface writes this one so (R-API-1), and a client may look for it. */
function addPlansAtSlash(paths: Record<string, object | undefined>): void {
  const { get } = paths["/plans"] as { get: { operationId: string } };
  paths["/plans/"] = { get: { ...get, operationId: "listPlansAtSlash", "x-same-as": get.operationId } };
}

/** A body none of whose members is required may be left out (add-route.ts): @fastify/swagger calls every body required. */
function sayWhetherBodyIsRequired({ requestBody }: DescribedOperation): void {
  const schema: BodySchema | undefined = requestBody?.content["application/json"]?.schema;
  if (requestBody !== undefined && schema?.type === "object" && schema.required === undefined) {
    requestBody.required = false;
  }
}

interface BodySchema {
  readonly type?: string;
  readonly required?: unknown;
}

/** `/openapi.json`, the readable reference at `/docs`, and the page of error codes. */
export async function addDocumentation(server: FastifyInstance): Promise<void> {
  server.get("/openapi.json", { schema: { hide: true } }, async () => server.swagger());
  server.get("/docs/errors", { schema: { hide: true } }, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(errorPage()),
  );
  await addReferencePage(server);
}

function errorPage(): string {
  const rows = Object.entries(ERRORS)
    .map(([code, { status, title }]) => `<tr id="${code}"><td><code>${code}</code><td>${status}<td>${title}</tr>`)
    .join("\n");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Error codes · Counterfoil</title>
<style>body{font:16px/1.5 system-ui;max-width:48rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
td,th{text-align:left;padding:.4rem 1rem .4rem 0;border-bottom:1px solid #8884}:target{background:#fd38}</style>
<h1>Error codes</h1><p>Each error is an <code>application/problem+json</code> body whose <code>code</code> is one of these.
Faults of single members are listed in <code>errors</code>.</p>
<table><tr><th>Code<th>Status<th>Meaning</tr>${rows}</table></html>`;
}
