import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";

/** The addresses of the customer's pages. Each is followed by the token that opens it. */
const CUSTOMER_PATHS = ["/quote", "/invoice", "/portal"];

const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * Pages load and run only our own files. Inline styles are allowed, because the components measure and position with
 * them.
 */
const COMMON = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
];
const POLICY = [...COMMON, "script-src 'self'", "connect-src 'self'", "frame-src blob:"].join("; ");

/** On the pages where customers pay, the card form is loaded from Stripe. */
const CUSTOMER_POLICY = [
  ...COMMON,
  "script-src 'self' https://js.stripe.com",
  "connect-src 'self' https://api.stripe.com",
  "frame-src https://js.stripe.com https://hooks.stripe.com",
].join("; ");

/**
 * The dashboard below `/app`, and the pages for customers (R-UI-1, R-UI-2). Every address below them returns the same
 * page, which then shows the right content.
 * @param folder where the dashboard was built. If null, each address explains how to build it
 */
export async function addPages(server: FastifyInstance, folder: string | null): Promise<void> {
  const schema = { hide: true };
  server.get("/", { schema }, async (_request, reply) => reply.redirect("/app/"));
  if (folder === null) {
    for (const path of ["/app", "/app/*", ...CUSTOMER_PATHS.map((one) => `${one}/:token`)]) {
      server.get(path, { schema }, async (_request, reply) => reply.code(503).type("text/plain").send(NOT_BUILT));
    }
    return;
  }
  const [dashboard, customer] = await Promise.all(
    ["index.html", "customer.html"].map((name) => readFile(join(folder, name))),
  );
  await server.register(fastifyStatic, {
    root: folder,
    prefix: "/app/",
    wildcard: false,
    index: false,
    preCompressed: true,
    schemaHide: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.startsWith(join(folder, "assets"));
      reply.header("Cache-Control", isNamedByContent ? IMMUTABLE : "no-cache");
      reply.header("Content-Security-Policy", POLICY);
    },
  });
  server.get("/app", { schema }, async (_request, reply) => page(reply, dashboard, POLICY));
  server.get("/app/*", { schema }, async (request, reply) => {
    if (request.url.startsWith("/app/assets/")) return reply.callNotFound();
    return page(reply, dashboard, POLICY);
  });
  for (const path of CUSTOMER_PATHS) {
    server.get(`${path}/:token`, { schema }, async (_request, reply) => page(reply, customer, CUSTOMER_POLICY));
  }
}

const NOT_BUILT = "The dashboard is not built. Run: npm run build --workspace packages/dashboard\n";

/** Pages are not cached: a page names the files of the running version. */
function page(reply: FastifyReply, html: Buffer | undefined, policy: string) {
  return reply
    .type("text/html; charset=utf-8")
    .header("Cache-Control", "no-cache")
    .header("Content-Security-Policy", policy)
    .send(html);
}
