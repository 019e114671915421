import { slug, operationPath } from "../api/operation-page.ts";
import type { Api } from "../api/open-api.ts";
import type { Section } from "../guides/read-index.ts";

/** An entry of Starlight's sidebar. */
export type SidebarEntry =
  | { readonly label: string; readonly slug: string }
  | { readonly label: string; readonly collapsed: boolean; readonly items: readonly SidebarEntry[] };

/** The sections of the index, then the API with a group for each resource. */
export function sidebar(sections: readonly Section[], api: Api): SidebarEntry[] {
  return [
    ...sections.map(({ title, entries }) => ({
      label: title,
      collapsed: false,
      items: entries.map(({ label, path }) => ({ label, slug: path })),
    })),
    {
      label: "API",
      collapsed: false,
      items: [
        { label: "Overview", slug: "api" },
        { label: "Error codes", slug: "errors" },
        ...api.tags.map(({ name }) => resource(name, api)),
      ],
    },
  ];
}

function resource(name: string, { operations }: Api): SidebarEntry {
  const own = operations.filter(({ tag }) => tag === name);
  return {
    label: name,
    collapsed: true,
    items: [
      { label: "Overview", slug: `api/${slug(name)}` },
      ...own.map((one) => ({ label: one.summary, slug: operationPath(one) })),
    ],
  };
}
