import { Badge } from "../../../design/badge.tsx";
import { Choice } from "../../../list/filter-bar.tsx";

/** Marks what is archived, and nothing else. */
export function ArchivedBadge({ archivedAt }: { readonly archivedAt: string | null }) {
  return archivedAt === null ? null : <Badge tone="warn">Archived</Badge>;
}

const OFFERED_AND_ARCHIVED = ["with", "Active and archived"] as const;

interface ArchivedChoiceProps {
  /** Whether the rows say which of them are archived, so that both can be shown together. */
  readonly isMarked?: boolean;
}

/** Whether a list shows what is offered, what is archived, or both; what is offered unless chosen otherwise. */
export function ArchivedChoice({ isMarked = true }: ArchivedChoiceProps) {
  const options = [["only", "Archived"] as const, ...(isMarked ? [OFFERED_AND_ARCHIVED] : [])];
  return <Choice label="Archived" name="archived" all="Active" options={options} />;
}

interface ArchivedFilter {
  readonly field: "archivedAt";
  readonly operator: "exists";
  readonly value: boolean;
}

/** The filter that it stands for in the address. */
export function archivedFilter(chosen: string | undefined): ArchivedFilter[] {
  return chosen === "with" ? [] : [{ field: "archivedAt", operator: "exists", value: chosen === "only" }];
}
