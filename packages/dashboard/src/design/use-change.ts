import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import type { Resource } from "../server/asked.ts";
import { readAgain } from "../server/stale.ts";
import { toast } from "./toast.ts";

interface Change<Input, Output> {
  /** The changed resource, which decides what is read again (`server/stale.ts`). */
  readonly changes: Resource;
  readonly run: (input: Input) => PromiseLike<Output>;
  /** The toast after the change: `Invoice voided`. */
  readonly done?: (output: Output, input: Input) => string;
  readonly after?: (output: Output, input: Input) => void;
  /** Undoes the change. */
  readonly undo?: (output: Output, input: Input) => () => void;
}

/** A change on the server. Everything that it makes stale is read again. */
export function useChange<Input = void, Output = unknown>({
  changes,
  run,
  done,
  after,
  undo,
}: Change<Input, Output>): UseMutationResult<Output, Error, Input> {
  return useMutation({
    mutationFn: async (input: Input) => await run(input),
    onSuccess: (output, input) => {
      void readAgain(changes);
      if (done !== undefined) toast({ text: done(output, input), undo: undo?.(output, input) });
      after?.(output, input);
    },
  });
}
