import type { ListedAccount } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Tag, Tags } from "lucide-react";
import { Picker } from "../../design/picker.tsx";
import type { BulkAction } from "../../list/bulk-action.ts";
import { client } from "../../server/client.ts";
import { accountQueries } from "./account-queries.ts";

interface TagFieldProps {
  readonly tag: string;
  readonly onChange: (tag: string) => void;
  readonly mayCreate: boolean;
}

/** Chooses one tag that accounts have, or creates one. */
function TagField({ tag, onChange, mayCreate }: TagFieldProps) {
  const { data: used } = useQuery(accountQueries.usedTags());
  const options = (used ?? []).map((one) => ({ value: one.tag, name: one.tag, note: one.accounts.toLocaleString() }));
  return (
    <Picker
      label="Tag"
      isLabelVisible
      className="max-w-72"
      shown={tag === "" ? <span className="text-muted">Choose a tag</span> : tag}
      options={options}
      chosen={tag === "" ? [] : [tag]}
      onChoose={onChange}
      onCreate={mayCreate ? onChange : undefined}
      isLoading={used === undefined}
    />
  );
}

/** What can be done with many accounts at once. */
export const TAG_ACTIONS: readonly BulkAction<ListedAccount>[] = [
  {
    name: "Add tag",
    preposition: "to",
    icon: <Tag aria-hidden className="size-4" />,
    note: "Other tags stay. Accounts that have the tag are skipped.",
    past: "tagged",
    field: (tag, onChange) => <TagField tag={tag} onChange={onChange} mayCreate />,
    skips: ({ tags }, tag) => (tags?.includes(tag) === true ? `Already tagged ${tag}` : null),
    run: ({ id }, tag) => client.accounts.changeTags(id, { add: [tag] }),
    changes: "accounts",
  },
  {
    name: "Remove tag",
    preposition: "from",
    icon: <Tags aria-hidden className="size-4" />,
    note: "Other tags stay. Accounts without the tag are skipped.",
    past: "untagged",
    field: (tag, onChange) => <TagField tag={tag} onChange={onChange} mayCreate={false} />,
    skips: ({ tags }, tag) => (tags?.includes(tag) === true ? null : `Not tagged ${tag}`),
    run: ({ id }, tag) => client.accounts.changeTags(id, { remove: [tag] }),
    changes: "accounts",
  },
];
