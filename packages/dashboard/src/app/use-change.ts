import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { toast } from "../design/toast.ts";

interface Change<Input, Output> {
  readonly run: (input: Input) => PromiseLike<Output>;
  /** What is said when it is done: `Invoice voided`. */
  readonly done?: (output: Output, input: Input) => string;
  readonly after?: (output: Output, input: Input) => void;
  /** What takes it back. */
  readonly undo?: (output: Output, input: Input) => () => void;
}

/** A change of something at the server. One payment moves an invoice, an account, the journal: all that is on the screen is read again. */
export function useChange<Input = void, Output = unknown>({
  run,
  done,
  after,
  undo,
}: Change<Input, Output>): UseMutationResult<Output, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => await run(input),
    onSuccess: (output, input) => {
      void queries.invalidateQueries();
      if (done !== undefined) toast({ text: done(output, input), undo: undo?.(output, input) });
      after?.(output, input);
    },
  });
}
