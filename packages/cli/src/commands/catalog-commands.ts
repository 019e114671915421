import type { CommandEntry } from "../command.ts";

/** Commands for the catalog in a file, of any server with an API key (R-CAT-4). */
export const catalogCommands: readonly CommandEntry[] = [
  {
    name: "catalog pull",
    summary: "Write the catalog of a server to a file",
    load: async () => (await import("./catalog-pull.ts")).catalogPull,
  },
  {
    name: "catalog plan",
    summary: "Show how a catalog file differs from a server",
    load: async () => (await import("./catalog-plan.ts")).catalogPlan,
  },
  {
    name: "catalog push",
    summary: "Change the catalog of a server to that of a file",
    load: async () => (await import("./catalog-push.ts")).catalogPush,
  },
].map((entry) => ({ ...entry, isRemote: true }));
