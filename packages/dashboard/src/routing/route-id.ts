/** The route that frames every page for people who are signed in. */
export const INSIDE = "inside";

const OUTSIDE: ReadonlySet<string> = new Set(["/sign-in"]);

/** By which the router knows the route of a path. */
export function routeIdOf(path: string): string {
  return OUTSIDE.has(path) ? path : `/${INSIDE}${path}`;
}
