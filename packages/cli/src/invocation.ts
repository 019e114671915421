import { isPackage } from "./distribution.ts";

/** How people run a command: `${INVOCATION} <command>`. */
export const INVOCATION = isPackage ? "npx counterfoil" : "npm run counterfoil --";
export const START = isPackage ? "npx counterfoil start" : "npm start";
/** Options follow. */
export const START_WITH = isPackage ? START : "npm start --";

/** Where to read the quickstart. Only the npm package is sure to contain the pages that a server shows. */
export function quickstartOf(url: string): string {
  return isPackage ? `${url}/docs/quickstart` : "docs/quickstart.md";
}
