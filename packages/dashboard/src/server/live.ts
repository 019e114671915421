/** How often a page reads again what changes with usage. */
export const LIVE_MILLISECONDS = 10_000;
