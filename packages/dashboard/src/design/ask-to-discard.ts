import { createQuestion } from "../server/question.ts";
import { forgetUnsaved, hasUnsaved } from "./unsaved.ts";

const question = createQuestion();

/** The question as the shell shows it. */
export const { useIsOpen: useIsAskingToDiscard, reply: replyToDiscard } = question;

/** Asks whether to discard what is typed in open forms, if anything is. True if the page may be left. */
export async function askToDiscard(): Promise<boolean> {
  return !hasUnsaved() || (await question.ask());
}

/** Leaves the dashboard's pages for another address, after asking about changed forms. */
export async function leaveFor(address: string, before?: () => Promise<void>): Promise<void> {
  if (!(await askToDiscard())) return;
  await before?.();
  // The browser must not ask again.
  forgetUnsaved();
  window.location.assign(address);
}
