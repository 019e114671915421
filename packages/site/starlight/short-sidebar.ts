import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";

type Entry = StarlightRouteData["sidebar"][number];

/**
 * Lists the operations of one resource only: of the one that is shown. For the others, the sidebar has a link to their
 * overview. With all operations, each page would be several times as large.
 */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const route = locals.starlightRoute;
  route.sidebar = route.sidebar.map((group) =>
    group.type === "group" && group.label === "API" ? { ...group, entries: group.entries.map(shorten) } : group,
  );
});

function shorten(entry: Entry): Entry {
  if (entry.type === "link" || entry.entries.some((one) => one.type === "link" && one.isCurrent)) {
    return entry.type === "link" ? entry : { ...entry, collapsed: false };
  }
  const [overview] = entry.entries;
  return overview?.type === "link" ? { ...overview, label: entry.label } : entry;
}
