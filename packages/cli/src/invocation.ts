/** False in the npm package, which contains built JavaScript. */
const isSource = import.meta.filename.endsWith(".ts");

/** How people run a command: `${INVOCATION} <command>`. */
export const INVOCATION = isSource ? "npm run counterfoil --" : "npx counterfoil";
export const START = isSource ? "npm start" : "npx counterfoil start";
/** Options follow. */
export const START_WITH = isSource ? "npm start --" : START;

/** Where to read the quickstart. Only the npm package is sure to contain the pages that a server shows. */
export function quickstartOf(url: string): string {
  return isSource ? "docs/quickstart.md" : `${url}/docs/quickstart`;
}
