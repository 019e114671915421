import { useBlocker } from "@tanstack/react-router";
import { askToDiscard } from "../../design/ask-to-discard.ts";

/** Asks before a page with a running upload is left. */
export function useLeaveGuard(isRunning: boolean): void {
  useBlocker({
    shouldBlockFn: async () => isRunning && !(await askToDiscard()),
    enableBeforeUnload: isRunning,
    disabled: !isRunning,
  });
}
