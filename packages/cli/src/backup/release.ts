import { createRequire } from "node:module";

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** Which Counterfoil this is. */
export const RELEASE = version;
