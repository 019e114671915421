import type { View } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check, Plus, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { Menu } from "../design/menu.tsx";
import { useChange } from "../design/use-change.ts";
import { toastFailure } from "../design/toast.ts";
import { useSharedAddress } from "../routing/address.ts";
import type { ParameterName } from "../routing/searches.ts";
import { asked } from "../server/asked.ts";
import { client } from "../server/client.ts";
import { readAgain } from "../server/stale.ts";
import { useMay } from "../server/session.ts";
import { SaveViewDialog } from "./save-view-dialog.tsx";

interface ViewMenuProps {
  readonly list: View["list"];
  /** The filters of the list, by their names in the address. */
  readonly filters: readonly ParameterName[];
  readonly columns: readonly string[] | null;
}

/** Opens, saves, updates and deletes views of a list. */
export function ViewMenu({ list, filters, columns }: ViewMenuProps) {
  const [search, change] = useSharedAddress();
  const [isSaving, setSaving] = useState(false);
  const mayWrite = useMay("write");
  const views = useQuery(viewsQuery(list)).data ?? [];
  const current = views.find(({ id }) => id === search.view);
  const shown = {
    filters: Object.fromEntries(filters.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]]))),
    sort: search.sort ?? null,
    columns: columns === null ? null : [...columns],
  };
  const open = (view: View, isSaved = false) => {
    const cleared = Object.fromEntries(filters.map((name) => [name, ""]));
    const parameters = {
      ...cleared,
      ...view.filters,
      sort: view.sort ?? "",
      columns: view.columns?.join(",") ?? "",
      view: view.id,
    };
    change(parameters, { ignoreBlocker: isSaved });
  };
  const update = useChange({
    changes: "views",
    run: (view: View) => client.views.update(view.id, shown),
    done: () => "View updated",
  });
  const remove = useChange({
    changes: "views",
    run: (view: View) => client.views.delete(view.id),
    done: () => "View deleted",
    undo: (_, view) => () => void restore(view),
    after: () => change({ view: "", columns: "" }, { replace: true }),
  });
  const icon = (Icon: typeof Check) => <Icon aria-hidden className="size-4" />;
  const isOwn = current !== undefined && mayWrite;
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Bookmark aria-hidden className="size-4" />} className="max-w-48">
            <span className="truncate">{current?.name ?? "Views"}</span>
          </Button>
        }
        items={[
          ...views.map((view) => ({
            id: view.id,
            name: `${view.name}${view.shared ? " (shared)" : ""}`,
            icon: view.id === search.view ? icon(Check) : <span className="size-4" />,
            onSelect: () => open(view),
          })),
          ...(mayWrite ? [{ name: "Save as new view", icon: icon(Plus), onSelect: () => setSaving(true) }] : []),
          ...(isOwn
            ? [
                {
                  name: `Update “${current.name}”`,
                  icon: icon(RefreshCw),
                  onSelect: () => update.mutate(current, { onError: toastFailure }),
                },
                {
                  name: `Delete “${current.name}”`,
                  icon: icon(Trash2),
                  isDangerous: true,
                  onSelect: () => remove.mutate(current, { onError: toastFailure }),
                },
              ]
            : []),
        ]}
      />
      {isSaving && (
        <SaveViewDialog
          view={{ list, ...shown }}
          onClose={() => setSaving(false)}
          onSaved={(view) => {
            setSaving(false);
            open(view, true);
          }}
        />
      )}
    </>
  );
}

function viewsQuery(list: View["list"]) {
  return asked((api, signal) =>
    api.views.list({ filters: [{ field: "list", value: list }], sort: "name:asc", limit: 100 }, { signal }).all(),
  );
}

async function restore({ list, name, shared, filters, sort, columns }: View): Promise<void> {
  try {
    await client.views.create({ list, name, shared, filters, sort, columns });
    await readAgain("views");
  } catch (error) {
    toastFailure(error);
  }
}
