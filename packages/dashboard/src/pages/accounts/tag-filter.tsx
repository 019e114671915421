import { useQuery } from "@tanstack/react-query";
import { Picker } from "../../design/picker.tsx";
import { useAddress } from "../../routing/address.ts";
import { accountQueries } from "./account-queries.ts";

/** Filters the list of accounts by a tag. The chosen tag is in the address, and a chip removes it. */
export function TagFilter() {
  const [{ tag }, change] = useAddress("/accounts");
  const { data: used } = useQuery(accountQueries.usedTags());
  if (used === undefined || (used.length === 0 && tag === undefined)) return null;
  return (
    <Picker
      label="Filter by tag"
      className="w-full sm:w-40"
      shown={tag ?? <span className="text-muted">Tag</span>}
      options={used.map((one) => ({ value: one.tag, name: one.tag, note: one.accounts.toLocaleString() }))}
      chosen={tag === undefined ? [] : [tag]}
      onChoose={(value) => change({ tag: value === tag ? undefined : value })}
    />
  );
}
