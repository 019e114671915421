import { Badge } from "../../../design/badge.tsx";
import { Choice } from "../../../list/filter-bar.tsx";

/** A badge for archived items. Shows nothing for others. */
export function ArchivedBadge({ archivedAt }: { readonly archivedAt: string | null }) {
  return archivedAt === null ? null : <Badge tone="warn">Archived</Badge>;
}

const OFFERED_AND_ARCHIVED = ["with", "Active and archived"] as const;

interface ArchivedChoiceProps {
  /** Whether the rows mark archived items, so that both can be listed together. */
  readonly isMarked?: boolean;
}

/** Chooses whether a list shows current items, archived items, or both. Default: current items. */
export function ArchivedChoice({ isMarked = true }: ArchivedChoiceProps) {
  const options = [["only", "Archived"] as const, ...(isMarked ? [OFFERED_AND_ARCHIVED] : [])];
  return <Choice label="Archived" name="archived" all="Active" options={options} />;
}

interface ArchivedFilter {
  readonly field: "archivedAt";
  readonly operator: "exists";
  readonly value: boolean;
}

/** The filter for a choice in the address. */
export function archivedFilter(chosen: string | undefined): ArchivedFilter[] {
  return chosen === "with" ? [] : [{ field: "archivedAt", operator: "exists", value: chosen === "only" }];
}
