/** Releases all waiters each time it is opened. */
export interface Gate {
  open(): void;
  /** Resolves when the gate is opened next. */
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

/** Waits for the promise, but at most this many milliseconds. */
export async function noLongerThan(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
