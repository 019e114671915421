import { systemNow } from "../format/clock.ts";

const KEY = "counterfoil.reloadedAt";
const ONCE_WITHIN_MILLISECONDS = 60_000;

/** Reloads the page and returns true, unless it was just reloaded without success. */
export function reloadOnce(): boolean {
  if (systemNow() - Number(sessionStorage.getItem(KEY)) < ONCE_WITHIN_MILLISECONDS) return false;
  sessionStorage.setItem(KEY, String(systemNow()));
  window.location.reload();
  return true;
}
