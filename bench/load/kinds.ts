/** The measured kinds of requests. `probe` reads usage right after an event was answered. */
export const kinds = ["batch", "single", "read", "check", "probe"] as const;

export type Kind = (typeof kinds)[number];
