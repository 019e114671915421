import type { Route } from "./route.ts";

/** The methods that a path takes, as the header Allow names them; none where there is nothing at all. */
export function methodsAt(routes: readonly Route[], url: string): string[] {
  const path = url.replace(/\?.*$/s, "").replace(/(?<=.)\/$/, "");
  return routes.filter((route) => isAt(route.path, path)).map((route) => route.method);
}

/** `/accounts/:id` stands for any one segment in place of `:id`. */
function isAt(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return false;
  return wanted.every((segment, index) => segment === given[index] || (segment.startsWith(":") && given[index] !== ""));
}
