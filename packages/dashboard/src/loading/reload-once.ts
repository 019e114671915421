import { systemNow } from "../format/clock.ts";

const KEY = "counterfoil.reloadedAt";
const ONCE_WITHIN_MILLISECONDS = 60_000;

/** Loads the page anew, and answers that it does: unless it was done just now, and did not help. */
export function reloadOnce(): boolean {
  if (systemNow() - Number(sessionStorage.getItem(KEY)) < ONCE_WITHIN_MILLISECONDS) return false;
  sessionStorage.setItem(KEY, String(systemNow()));
  window.location.reload();
  return true;
}
