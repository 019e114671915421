import Fastify, { type FastifyInstance } from "fastify";

const PREFIX = "/docs/reference";

/** Hides links to the vendor of the page and its services: the page is about Counterfoil and opens no other site. */
const NO_ADVERTISING = 'a[href*="scalar.com"] { display: none !important; }';
/** The accent colors of the dashboard (dashboard/src/styles.css). */
const LOOKS = `
.light-mode { --scalar-color-accent: #0f6b54; }
.dark-mode { --scalar-color-accent: #5ec8a7; }
`;

/**
 * A ticket stub: the icon of the dashboard. It is inlined, because the page is also served when no dashboard is built.
 */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f6b54" d="M5 4h22a3 3 0 0 1 3 3v5a4 4 0 0 0 0 8v5a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-5a4 4 0 0 0 0-8V7a3 3 0 0 1 3-3z"/></svg>',
)}`;

/**
 * The readable reference at `/docs/reference`, which can also send requests. It loads everything from this server, which
 * security-headers.ts enforces. The page's package contains its whole script, several megabytes of text, so it is loaded
 * for the first reader and not at the start of every server.
 */
export function addReferencePage(server: FastifyInstance): void {
  let opening: Promise<FastifyInstance> | undefined;
  for (const path of ["/", "/js/scalar.js"]) {
    server.get(PREFIX + path, { schema: { hide: true } }, async (request, reply) => {
      opening ??= openReference();
      const { statusCode, headers, payload } = await (await opening).inject({ method: "GET", url: request.url });
      for (const name of ["content-type", "location"]) {
        if (headers[name] !== undefined) reply.header(name, headers[name]);
      }
      return reply.status(statusCode).send(payload);
    });
  }
}

/** The package's own routes on a server that does not listen. */
async function openReference(): Promise<FastifyInstance> {
  const { default: reference } = await import("@scalar/fastify-api-reference");
  const pages = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await pages.register(reference, {
    routePrefix: PREFIX,
    configuration: {
      url: "/openapi.json",
      pageTitle: "Counterfoil API reference",
      title: "Counterfoil API reference",
      favicon: ICON,
      theme: "default",
      customCss: NO_ADVERTISING + LOOKS,
      withDefaultFonts: false,
      telemetry: false,
      // Turn off the vendor's offers: a desktop client, an assistant, an MCP server, publishing tools.
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
      documentDownloadType: "json",
    },
  });
  return pages;
}
