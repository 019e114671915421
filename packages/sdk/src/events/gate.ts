/** Lets all who wait go on each time that it is opened. */
export interface Gate {
  open(): void;
  /** Resolves when it is opened next. */
  wait(): Promise<void>;
}

export function createGate(): Gate {
  let waiting: (() => void)[] = [];
  return {
    open() {
      const freed = waiting;
      waiting = [];
      for (const free of freed) free();
    },
    wait: () => new Promise((resolve) => waiting.push(resolve)),
  };
}

/** Waits for the promise, but no longer than so many milliseconds. */
export async function noLongerThan(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
