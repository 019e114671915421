import type { SwaggerOptions } from "@fastify/swagger";
import { ERRORS } from "@counterfoil/service";
import type { FastifyInstance } from "fastify";
import { NEWEST_VERSION } from "./api-version.ts";
import { addDocumentationSite } from "./documentation-site.ts";
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
      description: "Billing for recurring and usage-based charges: accounts, catalog, contracts, usage and invoices.",
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
            "The cookie of a signed-in person. Over HTTPS, its name starts with `__Secure-`. Writes are accepted " +
            "only from the server's own pages. `Counterfoil-Organization` selects one of the person's " +
            "organizations.",
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

/**
 * Every path also works with a trailing slash. The service that the API is compatible with documents this path that way
 * (R-API-1), and clients may look for it.
 */
function addPlansAtSlash(paths: Record<string, object | undefined>): void {
  const { get } = paths["/plans"] as { get: { operationId: string } };
  paths["/plans/"] = { get: { ...get, operationId: "listPlansAtSlash", "x-same-as": get.operationId } };
}

/** A body without required fields may be omitted (add-route.ts), but @fastify/swagger marks every body as required. */
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

/**
 * `/openapi.json`, the readable reference at `/docs/reference`, and the documentation site at `/docs`.
 * @param siteFolder where the site was built. If null, `/docs` leads to the reference, and `/docs/errors` is a plain page
 */
export async function addDocumentation(server: FastifyInstance, siteFolder: string | null): Promise<void> {
  server.get("/openapi.json", { schema: { hide: true } }, async () => server.swagger());
  if (siteFolder === null) {
    server.get("/docs/errors", { schema: { hide: true } }, async (_request, reply) =>
      reply.type("text/html; charset=utf-8").send(errorPage()),
    );
  }
  addReferencePage(server);
  await addDocumentationSite(server, siteFolder);
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
<code>errors</code> lists problems with single fields.</p>
<table><tr><th>Code<th>Status<th>Meaning</tr>${rows}</table></html>`;
}
