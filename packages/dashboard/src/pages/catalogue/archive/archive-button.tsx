import type { Resource } from "../../../server/asked.ts";
import { useSharedAddress } from "../../../routing/address.ts";
import { useChange } from "../../../design/use-change.ts";
import { Button } from "../../../design/button.tsx";
import { ConfirmDialog } from "../../../design/confirm-dialog.tsx";
import { FailureLine } from "../../../design/states.tsx";

export type ArchivedKind = "price" | "plan" | "bundle" | "metric";

/** The effects of archiving each kind: what ends, and what continues (R-CAT-1). */
const CONSEQUENCES: Readonly<Record<ArchivedKind, string>> = {
  price:
    "You can no longer add this price to bundles, plans, or subscriptions. Existing subscriptions keep it and are billed as before.",
  plan: "You can no longer create subscriptions from this plan or change to it. Existing subscriptions keep their prices and are billed as before.",
  bundle:
    "You can no longer add this bundle to plans or subscriptions. Existing subscriptions keep its prices and are billed as before.",
  metric:
    "New products and prices can no longer use this metric. Existing subscriptions are measured and billed as before.",
};

const RESOURCES: Readonly<Record<ArchivedKind, Resource>> = {
  price: "prices",
  plan: "plans",
  bundle: "priceBundles",
  metric: "metrics",
};

interface ArchiveButtonProps {
  readonly kind: ArchivedKind;
  /** The name that users know. */
  readonly name: string;
  readonly isArchived: boolean;
  readonly archive: () => PromiseLike<unknown>;
  readonly unarchive: () => PromiseLike<unknown>;
}

/** Archives an item of the catalog after showing the effects, and unarchives it. */
export function ArchiveButton({ kind, name, isArchived, archive, unarchive }: ArchiveButtonProps) {
  const [search, change] = useSharedAddress();
  const named = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const close = () => change({ do: undefined });
  const changing = useChange<boolean>({
    changes: RESOURCES[kind],
    run: (wanted) => (wanted ? archive() : unarchive()),
    done: (_, wanted) => (wanted ? `${named} archived` : `${named} unarchived`),
    after: close,
    undo: (_, wanted) => () => changing.mutate(!wanted),
  });
  if (isArchived) {
    return (
      <>
        <FailureLine error={changing.error} />
        <Button busy={changing.isPending} onClick={() => changing.mutate(false)}>
          Unarchive
        </Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={() => change({ do: "archive" })}>Archive</Button>
      {search.do === "archive" && (
        <ConfirmDialog
          title={`Archive ${name}?`}
          action={`Archive ${kind}`}
          kind="primary"
          isBusy={changing.isPending}
          error={changing.error}
          onConfirm={() => changing.mutate(true)}
          onClose={close}
        >
          <p>{CONSEQUENCES[kind]}</p>
          <p className="mt-2 text-muted">You can unarchive it at any time.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
