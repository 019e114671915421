import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab {
  readonly key: string;
  readonly name: string;
  readonly content: () => ReactNode;
}

/** Parts of one page. The chosen one belongs into the address (`useSearch`), so that it can be sent to somebody. */
export function Tabs({
  tabs,
  chosen,
  onChoose,
}: {
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}) {
  // An address may name a part that there is not, or is not any more.
  const shown = tabs.some(({ key }) => key === chosen) ? chosen : (tabs[0]?.key ?? "");
  return (
    <Radix.Root value={shown} onValueChange={onChoose} activationMode="manual">
      <Radix.List className="mb-4 flex gap-1 overflow-x-auto border-b border-line" aria-label="Page sections">
        {tabs.map(({ key, name }) => (
          <Radix.Trigger
            key={key}
            value={key}
            className="-mb-px h-9 shrink-0 border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ key, content }) => (
        <Radix.Content key={key} value={key}>
          {content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
