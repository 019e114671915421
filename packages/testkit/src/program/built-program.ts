import { fileURLToPath } from "node:url";

const builder = new URL("../../../../scripts/bootstrap/program.mjs", import.meta.url).href;
const root = new URL("../../../../", import.meta.url);

/** Whether tests run the program of this checkout. COUNTERFOIL_PROGRAM is the path of a built package's program, to test that instead. */
export const isCheckout = process.env["COUNTERFOIL_PROGRAM"] === undefined;

/**
 * The path of the program that users run. That of this checkout is built from the sources, if they have changed, as `npm start`
 * does.
 */
export async function builtProgram(): Promise<string> {
  const named = process.env["COUNTERFOIL_PROGRAM"];
  if (named !== undefined) return named;
  const { buildProgram } = (await import(builder)) as { buildProgram: (node: string) => Promise<string> };
  return fileURLToPath(new URL(await buildProgram(process.execPath), root));
}
