import type { FastifyInstance } from "fastify";
import reference from "@scalar/fastify-api-reference";

/** Links to the maker of the page and to its services: the page is about Counterfoil, and opens no other site. */
const NO_ADVERTISING = 'a[href*="scalar.com"] { display: none !important; }';
/** The accents of the dashboard (dashboard/src/styles.css). */
const LOOKS = `
.light-mode { --scalar-color-accent: #0f6b54; }
.dark-mode { --scalar-color-accent: #5ec8a7; }
`;

/** A stub of a ticket: the mark of the dashboard. It stands in the page, which is served where no dashboard is built as well. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f6b54" d="M5 4h22a3 3 0 0 1 3 3v5a4 4 0 0 0 0 8v5a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-5a4 4 0 0 0 0-8V7a3 3 0 0 1 3-3z"/></svg>',
)}`;

/** The readable reference at `/docs`. Everything it loads comes from this server (security-headers.ts holds it to that). */
export async function addReferencePage(server: FastifyInstance): Promise<void> {
  await server.register(reference, {
    routePrefix: "/docs",
    configuration: {
      url: "/openapi.json",
      pageTitle: "Counterfoil API reference",
      title: "Counterfoil API reference",
      favicon: ICON,
      theme: "default",
      customCss: NO_ADVERTISING + LOOKS,
      withDefaultFonts: false,
      telemetry: false,
      // Offers of its maker: a desktop client, an assistant, a server for assistants, tools for publishing.
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
      documentDownloadType: "json",
    },
  });
}
