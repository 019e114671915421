import type { FastifyInstance } from "fastify";
import reference from "@scalar/fastify-api-reference";

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

/** The readable reference at `/docs/reference`, which can also send requests. It loads everything from this server, which security-headers.ts enforces. */
export async function addReferencePage(server: FastifyInstance): Promise<void> {
  await server.register(reference, {
    routePrefix: "/docs/reference",
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
}
