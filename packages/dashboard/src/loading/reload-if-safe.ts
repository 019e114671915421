import type { AnyRouter } from "@tanstack/react-router";
import { client } from "../server/client.ts";
import { reloadOnce } from "./reload-once.ts";

/** Something was typed since the page was opened. */
let isTyped = false;

/** Notes what a reload would lose. What narrows a list stands in the address, and what is searched for is not kept anyway. */
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

/** Loads the page anew where that loses nothing that was typed, and the server is there to give it. Answers whether it does. */
export async function reloadIfSafe(): Promise<boolean> {
  return !isTyped && (await serverAnswers()) && !isTyped && reloadOnce();
}

async function serverAnswers(): Promise<boolean> {
  return client.me.get({ retries: 0 }).then(
    () => true,
    () => false,
  );
}
