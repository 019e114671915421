import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../../design/toast.ts";

/** Something that is done with a subscription: told of at the end, and everything that it may have changed is read again. */
export function useSubscriptionAction<Input, Result>({
  act,
  done,
  after,
}: {
  readonly act: (input: Input) => PromiseLike<Result>;
  readonly done: string;
  readonly after?: (result: Result) => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => await act(input),
    onSuccess: async (result) => {
      toast({ text: done });
      after?.(result);
      await Promise.all(
        ["subscriptions", "accounts", "insights", "invoices"].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
}
