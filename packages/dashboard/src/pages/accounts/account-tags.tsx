import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { toastFailure } from "../../design/toast.ts";
import { useChange } from "../../design/use-change.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { accountQueries } from "./account-queries.ts";
import { TagChip } from "./tag-chips.tsx";

const PickerList = whenShown(() => import("../../design/picker-list.tsx").then(({ PickerList }) => PickerList));

interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** The tags of an account. Users add existing and new tags, and remove them with an undo. */
export function AccountTags({ accountId }: { readonly accountId: string }) {
  const { data: tags } = useQuery(accountQueries.tags(accountId));
  const mayWrite = useMay("write");
  const change = useChange<TagChange>({
    changes: "accounts",
    run: ({ add = [], remove = [] }) => client.accounts.changeTags(accountId, { add: [...add], remove: [...remove] }),
    done: (_, { add = [] }) => (add.length > 0 ? "Tag added" : "Tag removed"),
    undo:
      (_, { add = [], remove = [] }) =>
      () =>
        change.mutate({ add: remove, remove: add }),
  });
  const apply = (wanted: TagChange) => change.mutate(wanted, { onError: toastFailure });
  if (tags === undefined) return <div className="h-7" />;
  if (tags.length === 0 && !mayWrite) return null;
  return (
    <div role="group" aria-label="Tags" className="flex min-h-7 flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <TagChip key={tag} tag={tag} onRemove={mayWrite ? () => apply({ remove: [tag] }) : undefined} />
      ))}
      {mayWrite && <AddTag tags={tags} onChange={apply} />}
    </div>
  );
}

interface AddTagProps {
  readonly tags: readonly string[];
  readonly onChange: (change: TagChange) => void;
}

function AddTag({ tags, onChange }: AddTagProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data: used } = useQuery({ ...accountQueries.usedTags(), enabled: isOpen });
  const options = (used ?? []).map(({ tag, accounts }) => ({ value: tag, name: tag, note: accounts.toLocaleString() }));
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex h-7 items-center gap-1 rounded-md px-1.5 text-xs font-medium text-muted hover:bg-sunken hover:text-ink"
      >
        <Plus aria-hidden className="size-3.5" />
        Add tag
      </button>
      <Suspense fallback={null}>
        {isOpen && (
          <PickerList
            label="Tags"
            options={options}
            chosen={tags}
            several
            isLoading={used === undefined}
            onChoose={(tag) => onChange(tags.includes(tag) ? { remove: [tag] } : { add: [tag] })}
            onCreate={(tag) => onChange({ add: [tag] })}
            button={button}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
