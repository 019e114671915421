import { useSyncExternalStore } from "react";

/** A yes-or-no question that the shell shows once, no matter how many ask it. All of them get the same reply. */
export interface Question {
  readonly ask: () => Promise<boolean>;
  readonly reply: (isYes: boolean) => void;
  readonly useIsOpen: () => boolean;
}

export function createQuestion(): Question {
  let replies: ((isYes: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    ask: () =>
      new Promise((resolve) => {
        replies.push(resolve);
        tell();
      }),
    reply: (isYes) => {
      const waiting = replies;
      replies = [];
      tell();
      for (const resolve of waiting) resolve(isYes);
    },
    useIsOpen: () => useSyncExternalStore(subscribe, () => replies.length > 0),
  };
}
