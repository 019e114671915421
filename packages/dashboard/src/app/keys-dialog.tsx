import { Dialog } from "../design/dialog.tsx";
import { navigation } from "./navigation.ts";
import { useMay } from "../server/session.ts";

const EVERYWHERE: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["Ctrl", "K"], "Search, navigate, or run an action"],
  [["/"], "Filter the list, or search"],
  [["J"], "Next row"],
  [["K"], "Previous row"],
  [["Enter"], "Open row"],
  [["X"], "Select or deselect row"],
  [["Shift", "X"], "Select all rows from the last selected one"],
  [["Esc"], "Close dialog or panel"],
  [["?"], "Show keyboard shortcuts"],
];

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const mayAdminister = useMay("admin");
  const places = navigation
    .flatMap((group) => group.places)
    .filter(({ key, scope }) => key !== undefined && (scope === undefined || mayAdminister));
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} wide>
      <div className="grid gap-6 sm:grid-cols-2">
        <section>
          <h3 className="mb-2 text-sm font-medium text-muted">Everywhere</h3>
          <dl className="grid grid-cols-[5rem_1fr] items-center gap-y-1.5 text-sm">
            {EVERYWHERE.map(([keys, what]) => (
              <Line key={what} keys={keys} what={what} />
            ))}
          </dl>
        </section>
        <section>
          <h3 className="mb-2 text-sm font-medium text-muted">Go to</h3>
          <dl className="grid grid-cols-[5rem_1fr] items-center gap-y-1.5 text-sm">
            {places.map(({ to, name, key = "" }) => (
              <Line key={to} keys={["G", key.toUpperCase()]} what={name} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Line({ keys, what }: { readonly keys: readonly string[]; readonly what: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="inline-grid h-6 min-w-6 place-items-center rounded-sm border border-line bg-sunken px-1.5 font-sans text-xs"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </>
  );
}
