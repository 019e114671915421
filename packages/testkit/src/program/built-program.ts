import { fileURLToPath } from "node:url";

const builder = new URL("../../../../scripts/bootstrap/program.mjs", import.meta.url).href;
const root = new URL("../../../../", import.meta.url);

/**
 * The path of the program that users run. By default it is built from the sources, if they have changed, as `npm start` does.
 * COUNTERFOIL_PROGRAM is the path of a built package's program, to test that instead.
 */
export async function builtProgram(): Promise<string> {
  const named = process.env["COUNTERFOIL_PROGRAM"];
  if (named !== undefined) return named;
  const { buildProgram } = (await import(builder)) as { buildProgram: (node: string) => Promise<string> };
  return fileURLToPath(new URL(await buildProgram(process.execPath), root));
}
