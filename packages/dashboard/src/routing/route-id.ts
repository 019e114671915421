/** The route that frames every page for signed-in people. */
export const INSIDE = "inside";

const OUTSIDE: ReadonlySet<string> = new Set(["/sign-in", "/authorize"]);

/** The router's ID of the route of a path. */
export function routeIdOf(path: string): string {
  return OUTSIDE.has(path) ? path : `/${INSIDE}${path}`;
}
