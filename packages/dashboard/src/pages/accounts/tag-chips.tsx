import { X } from "lucide-react";

interface TagChipProps {
  readonly tag: string;
  /** Shows a button that removes the tag. */
  readonly onRemove?: (() => void) | undefined;
}

/** One tag of an account. */
export function TagChip({ tag, onRemove }: TagChipProps) {
  return (
    <span
      title={tag}
      className="inline-flex h-6 max-w-48 items-center rounded-sm border border-line bg-sunken pl-1.5 text-xs font-medium last:mr-0"
    >
      <span className={onRemove === undefined ? "truncate pr-1.5" : "truncate"}>{tag}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={`Remove tag ${tag}`}
          onClick={onRemove}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

const MOST_SHOWN = 1;

/** The tags of an account in one row of a table. */
export function TagCell({ tags }: { readonly tags: readonly string[] }) {
  const hidden = tags.slice(MOST_SHOWN);
  return (
    <span className="flex min-w-0 items-center gap-1">
      {tags.slice(0, MOST_SHOWN).map((tag) => (
        <TagChip key={tag} tag={tag} />
      ))}
      {hidden.length > 0 && (
        <span className="figures text-xs text-muted" title={hidden.join(", ")}>
          +{hidden.length}
        </span>
      )}
    </span>
  );
}
