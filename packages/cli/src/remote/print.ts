import { styleFor, type Style } from "../terminal/style.ts";

/** Colors of standard output. */
export function outputStyle(): Style {
  return styleFor(process.stdout, process.env);
}

/** Prints JSON on one line for machines, and indented for people. */
export function printJson(value: unknown, isForMachines: boolean): void {
  console.log(JSON.stringify(value, null, isForMachines ? undefined : 2));
}

/** Prints `Name   value` lines, with aligned values. Leaves out rows without a value. */
export function printFacts(facts: readonly (readonly [name: string, value: string | null])[]): void {
  const style = outputStyle();
  const width = Math.max(...facts.map(([name]) => name.length));
  for (const [name, value] of facts) {
    if (value !== null) console.log(`${style.dim(name.padEnd(width))}  ${value}`);
  }
}

/** The first characters of a key, which identify it in the list of keys. */
export function shownKey(apiKey: string): string {
  return `${apiKey.slice(0, 12)}…`;
}
