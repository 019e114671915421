import { createQuestion } from "./question.ts";

const question = createQuestion();
let isLeaving = false;

/** Waits until the person has signed in over the page. False if the person leaves the page instead. */
export function signInAgain(): Promise<boolean> {
  return isLeaving ? Promise.resolve(false) : question.ask();
}

/** Sends all waiting requests again. */
export function endExpiry(): void {
  question.reply(true);
}

/** After a deliberate sign-out, refused requests do not ask to sign in again. */
export function leaveSession(): void {
  isLeaving = true;
}

/** Whether the session ended while the page was open. */
export const useIsExpired = question.useIsOpen;
