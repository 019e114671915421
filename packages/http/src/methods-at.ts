import type { Route } from "./route.ts";

/** The methods of a path, as in the header Allow. Empty if the path does not exist. */
export function methodsAt(routes: readonly Route[], url: string): string[] {
  const path = url.replace(/\?.*$/s, "").replace(/(?<=.)\/$/, "");
  return routes.filter((route) => isAt(route.path, path)).map((route) => route.method);
}

/** `/accounts/:id` matches any single segment for `:id`. */
function isAt(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return false;
  return wanted.every((segment, index) => segment === given[index] || (segment.startsWith(":") && given[index] !== ""));
}
