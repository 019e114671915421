import type { CommandEntry } from "../command.ts";

/** Commands for work on this repository. The npm package does not have them. */
export const developerCommands: readonly CommandEntry[] = [
  {
    name: "generate",
    summary: "Regenerate the generated files of this repository",
    load: async () => (await import("./generate.ts")).generate,
  },
];
