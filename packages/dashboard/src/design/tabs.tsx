import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab<Key extends string> {
  readonly key: Key;
  readonly name: string;
  readonly content: () => ReactNode;
}

/** The tabs of a page. Keep the selected tab in the address (`useAddress`), so that users can share a link to it. */
export function Tabs<Key extends string>({
  tabs,
  chosen,
  onChoose,
}: {
  readonly tabs: readonly Tab<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}) {
  // The address may name a tab that does not exist or no longer exists.
  const shown = tabs.some(({ key }) => key === chosen) ? chosen : (tabs[0]?.key ?? "");
  return (
    <Radix.Root value={shown} onValueChange={(key) => onChoose(key as Key)} activationMode="manual">
      <Radix.List
        className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line"
        aria-label="Page sections"
      >
        {tabs.map(({ key, name }) => (
          <Radix.Trigger
            key={key}
            value={key}
            className="-mb-px h-9 shrink-0 border-b-2 -outline-offset-2 border-transparent px-3 text-sm text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
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
