import type { Work } from "../context.ts";

/** Gives an account the events that were kept for one of its names before it existed (R-EVT-5). */
export async function bindUnmatchedEvents(_work: Work, _accountId: string): Promise<void> {
  // Replaced with the events area.
}
