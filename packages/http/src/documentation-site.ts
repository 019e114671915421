import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { entityTag, isNamed } from "./entity-tag.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".yml": "text/plain; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** A file of the site. Texts are only there in their gzip form (packages/site/src/output/finish-build.ts). */
interface SiteFile {
  readonly path: string;
  readonly type: string;
  readonly isCompressed: boolean;
}

const decompress = promisify(gunzip);

/**
 * The documentation site at `/docs` (R-DIST-4). It loads everything from this server.
 * @param folder where the site was built. If null, `/docs` leads to the reference, which needs no build
 */
export async function addDocumentationSite(server: FastifyInstance, folder: string | null): Promise<void> {
  const schema = { hide: true };
  if (folder === null) {
    server.get("/docs", { schema }, async (_request, reply) => reply.redirect("/docs/reference"));
    server.get<{ Params: { "*": string } }>("/docs/*", { schema }, (request, reply) => {
      if (request.headers.accept?.includes("text/html") !== true) return reply.callNotFound();
      return reply.status(404).type("text/html; charset=utf-8").send(notBuiltPage(request.params["*"]));
    });
    return;
  }
  const files = await filesIn(folder);
  const policy = pagePolicy(JSON.parse(await readFile(join(folder, "script-hashes.json"), "utf8")) as string[]);
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    // A page is a folder with an index, and its address works with and without the slash at its end.
    const name = path.replace(/\/$/, "");
    const file = files.get(name) ?? files.get(name === "" ? "index.html" : `${name}/index.html`);
    if (file !== undefined) return sendFile(file, { request, reply, policy });
    const notFound = files.get("404.html");
    if (notFound === undefined || request.headers.accept?.includes("text/html") !== true) return reply.callNotFound();
    return sendFile(notFound, { request, reply: reply.status(404), policy });
  };
  server.get("/docs", { schema }, (request, reply) => send("", request, reply));
  server.get<{ Params: { "*": string } }>("/docs/*", { schema }, (request, reply) =>
    send(request.params["*"], request, reply),
  );
}

/** Says where a page is that a link leads to, on a server without the site. */
function notBuiltPage(path: string): string {
  const name = /^[a-z0-9/-]+$/.test(path) ? path.replace(/\/$/, "") : "README";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Documentation · Counterfoil</title>
<style>body{font:16px/1.5 system-ui;max-width:48rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>The documentation site is not built</h1>
<p>Read <code>docs/${name}.md</code> in the repository, or run <code>npm run build:site</code> and start Counterfoil again.
The <a href="/docs/reference">API reference</a> needs no build.</p></html>`;
}

/** Every file of the site, by its address below `/docs/`. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const isCompressed = path.endsWith(".gz");
        const name = relative(folder, isCompressed ? path.slice(0, -".gz".length) : path);
        const type = TYPES[extname(name)] ?? "application/octet-stream";
        return [name.split(sep).join("/"), { path, type, isCompressed }];
      }),
  );
}

async function sendFile(
  { path, type, isCompressed }: SiteFile,
  { request, reply, policy }: { request: FastifyRequest; reply: FastifyReply; policy: string },
): Promise<FastifyReply> {
  const bytes = await readFile(path);
  const tag = entityTag(bytes);
  // Astro names these files by their content.
  const isNamedByContent = request.url.startsWith("/docs/_astro/");
  reply.header("ETag", tag);
  reply.header("Cache-Control", isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache");
  if (isCompressed) reply.header("Vary", "Accept-Encoding");
  // Also without a body: the browser applies the policy of a 304 to the page that it has kept.
  // The search runs in a worker, which takes its policy from its script.
  if (/^text\/(?:html|javascript)/.test(type)) reply.header("Content-Security-Policy", policy);
  const known = request.headers["if-none-match"];
  if (reply.statusCode === 200 && known !== undefined && isNamed(tag, known, "weak")) return reply.status(304).send();
  reply.type(type);
  if (!isCompressed) return reply.send(bytes);
  if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(await decompress(bytes));
  return reply.header("Content-Encoding", "gzip").send(bytes);
}

/** Only the site's own scripts run. Its search runs WebAssembly. */
function pagePolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scriptHashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
  ].join("; ");
}
