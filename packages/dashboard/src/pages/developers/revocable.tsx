import { Button } from "../../design/button.tsx";
import type { Column } from "../../list/column.ts";
import { Choice } from "../../list/filter-bar.tsx";

interface Revocable {
  readonly revokedAt: string | null;
}

/** The column with the button that revokes a row. */
export function revokeColumn<Item extends Revocable>(
  nameOf: (item: Item) => string,
  onRevoke: (item: Item) => void,
): Column<Item> {
  return {
    name: "",
    cell: (item) =>
      item.revokedAt === null && (
        <Button
          kind="quiet"
          className="!h-8 text-bad"
          aria-label={`Revoke ${nameOf(item)}`}
          onClick={() => onRevoke(item)}
        >
          Revoke
        </Button>
      ),
    align: "right",
    width: "6rem",
  };
}

/** The filter by whether a row was revoked. */
export function RevokedChoice() {
  return (
    <Choice
      label="Status"
      name="state"
      all="All statuses"
      options={[
        ["active", "Not revoked"],
        ["revoked", "Revoked"],
      ]}
    />
  );
}
