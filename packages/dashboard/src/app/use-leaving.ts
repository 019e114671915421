import { useBlocker } from "@tanstack/react-router";
import { askToDiscard } from "../design/ask-to-discard.ts";
import { hasUnsaved } from "../design/unsaved.ts";

/** The parameters that choose a part of a page. The others filter a page or open a dialog over it. */
const PARTS = ["part", "view", "tab", "template", "locale"] as const;

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Asks before the user leaves a page with changed forms: by a link, a key, the palette, "back", or closing the tab. */
export function useLeaving(): void {
  useBlocker({ shouldBlockFn: staysAt, enableBeforeUnload: hasUnsaved });
}

async function staysAt({ current, next, action }: { current: Place; next: Place; action: string }): Promise<boolean> {
  return leaves(current, next, action) && !(await askToDiscard());
}

/** "Back" closes a dialog that is in the address, so it always leaves something. */
export function leaves(current: Place, next: Place, action: string): boolean {
  if (action !== "PUSH" && action !== "REPLACE") return true;
  return current.pathname !== next.pathname || PARTS.some((name) => valueAt(current, name) !== valueAt(next, name));
}

function valueAt({ search }: Place, name: string): unknown {
  return new Map<string, unknown>(Object.entries(search)).get(name);
}
