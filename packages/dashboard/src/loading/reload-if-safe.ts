import type { AnyRouter } from "@tanstack/react-router";
import { visitorClient } from "../server/client.ts";
import { reloadOnce } from "./reload-once.ts";

/** Whether the user has typed since the page was opened. */
let isTyped = false;

/** Records input that a reload would lose. Filters are in the address, and search texts are not kept anyway. */
export function watchTyping(router: AnyRouter): void {
  window.addEventListener(
    "input",
    ({ target }) => {
      if (target instanceof Element && target.closest("[role=search], [cmdk-root]") === null) isTyped = true;
    },
    { capture: true },
  );
  router.subscribe("onBeforeLoad", ({ pathChanged }) => {
    if (pathChanged) isTyped = false;
  });
}

/** Reloads the page if no typed text is lost and the server answers. Returns whether it reloads. */
export async function reloadIfSafe(): Promise<boolean> {
  return !isTyped && (await serverAnswers()) && !isTyped && reloadOnce();
}

async function serverAnswers(): Promise<boolean> {
  return visitorClient.me.get({ retries: 0 }).then(
    () => true,
    () => false,
  );
}
