/** One page of the site, before Starlight renders it. */
export interface Page {
  /** Its address below `/docs/`, without slashes at the ends: `invoices`, `api/accounts/list-accounts`; `""` is home. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for search engines and `llms.txt`. */
  readonly description: string;
  /** The text without its title, in Markdown. It is also the page's Markdown twin. */
  readonly markdown: string;
  /** The text as MDX, if Starlight shows more than the Markdown twin. */
  readonly mdx?: string;
  /** The shorter name for the sidebar. Default: the title. */
  readonly label?: string;
  /** How much a match on this page counts in the search, compared with 1. */
  readonly searchWeight: number;
  /** True for pages that the reader does not read one after the other. */
  readonly isUnordered?: boolean;
}

/** The folder of the site on the server. All addresses begin with it. */
export const BASE = "/docs";

/** `invoices` → `/docs/invoices/` */
export function addressOf(path: string): string {
  return path === "" ? `${BASE}/` : `${BASE}/${path}/`;
}

/** `invoices` → `/docs/invoices.md` */
export function twinAddressOf(path: string): string {
  return `${BASE}/${path === "" ? "index" : path}.md`;
}
