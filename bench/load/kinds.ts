/** What clients do, each measured by itself. `probe` is a read that looks for an event that was answered just before. */
export const kinds = ["batch", "single", "read", "check", "probe"] as const;

export type Kind = (typeof kinds)[number];
