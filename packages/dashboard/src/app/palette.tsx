import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Keyboard, Monitor, Moon, Sun } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { actions } from "./actions.ts";
import { useFound } from "./found.ts";
import { navigation } from "./navigation.ts";
import { PALETTE_ASKS, PALETTE_BOX, PALETTE_FRAME } from "./palette-frame.ts";
import { paletteScore } from "./palette-score.ts";
import { useMay } from "../server/session.ts";
import { type Theme, useTheme } from "./theme.ts";

interface PaletteProps {
  /** What was typed before it was there. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

const ITEM =
  "flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent";
const GROUP =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** Goes anywhere and begins anything by a few letters: places, accounts, subscriptions, invoices, products, actions. */
export function Palette({ typed, onClose, onKeys }: PaletteProps) {
  const box = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          className={PALETTE_FRAME}
          onOpenAutoFocus={(event) => {
            // What was typed already is written on, and not selected to be written over.
            event.preventDefault();
            box.current?.focus();
          }}
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Choices typed={typed} box={box} onClose={onClose} onKeys={onKeys} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choices({ typed, box, onClose, onKeys }: PaletteProps & { readonly box: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState(typed);
  const wanted = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const mayAdminister = useMay("admin");
  const mayWrite = useMay("write");
  const mayBill = useMay("billing");
  const may = { write: mayWrite, billing: mayBill, admin: mayAdminister };
  const { found, isSearching } = useFound(wanted);
  const [chosen, setChosen] = useState("");
  const [group] = found;
  const first = group?.items[0] === undefined ? undefined : valueOf(group.group, group.items[0], wanted);
  // What the server found comes a moment later than the pages: it is chosen unless a page has just this name.
  useEffect(() => {
    if (first === undefined) return;
    setChosen((now) => (now.toLowerCase().startsWith(wanted.toLowerCase()) ? now : first));
  }, [first, wanted]);
  const go = (to: string, search?: Readonly<Record<string, string>>) => {
    onClose();
    void navigate({ to, ...(search !== undefined && { search }) });
  };
  return (
    <Command label="Search or go to" loop filter={paletteScore} value={chosen} onValueChange={setChosen}>
      <Command.Input
        ref={box}
        value={text}
        onValueChange={setText}
        placeholder={PALETTE_ASKS}
        className={PALETTE_BOX}
      />
      <Command.List className="max-h-[60vh] overflow-y-auto p-2">
        <Command.Empty className="p-6 text-center text-sm text-muted">
          {isSearching ? "Searching…" : "No results"}
        </Command.Empty>
        {found.map(({ group: heading, items }) => (
          <Command.Group key={heading} heading={heading} className={GROUP}>
            {items.map((item) => (
              <Command.Item
                key={item.to}
                value={valueOf(heading, item, wanted)}
                onSelect={() => go(item.to)}
                className={ITEM}
              >
                <span className="truncate">{item.name}</span>
                <span className="truncate text-xs text-muted">{item.note}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {navigation.map(({ group, places }) => (
          <Command.Group key={group ?? "Home"} heading={group ?? undefined} className={GROUP}>
            {places
              .filter(({ scope }) => scope === undefined || mayAdminister)
              .map(({ to, name, icon: Icon, key, words }) => (
                <Command.Item
                  key={to}
                  value={name}
                  keywords={words?.split(" ") ?? []}
                  onSelect={() => go(to)}
                  className={ITEM}
                >
                  <Icon aria-hidden className="size-4" />
                  <span className="flex-1">{name}</span>
                  {key !== undefined && <kbd className="font-sans text-xs text-muted">G {key.toUpperCase()}</kbd>}
                </Command.Item>
              ))}
          </Command.Group>
        ))}
        <Command.Group heading="Actions" className={GROUP}>
          {actions
            .filter(({ scope }) => may[scope])
            .map(({ name, to, search, icon: Icon, words }) => (
              <Command.Item
                key={name}
                value={name}
                keywords={words?.split(" ") ?? []}
                onSelect={() => go(to, search)}
                className={ITEM}
              >
                <Icon aria-hidden className="size-4" />
                {name}
              </Command.Item>
            ))}
          <Themes onClose={onClose} />
          <Command.Item
            value="Show keyboard shortcuts"
            keywords={["shortcuts", "help", "keyboard"]}
            onSelect={() => {
              onClose();
              onKeys();
            }}
            className={ITEM}
          >
            <Keyboard aria-hidden className="size-4" />
            <span className="flex-1">Show keyboard shortcuts</span>
            <kbd className="font-sans text-xs text-muted">?</kbd>
          </Command.Item>
        </Command.Group>
      </Command.List>
    </Command>
  );
}

/** By which the list knows what was found. It holds what was asked for, so that nothing that the server found is left out. */
function valueOf(group: string, { name, note }: { name: string; note: string }, wanted: string): string {
  return `${group} ${name} ${note} ${wanted}`;
}

const THEMES: readonly (readonly [Theme, string, ReactNode])[] = [
  ["light", "Light theme", <Sun key="light" aria-hidden className="size-4" />],
  ["dark", "Dark theme", <Moon key="dark" aria-hidden className="size-4" />],
  ["system", "System theme", <Monitor key="system" aria-hidden className="size-4" />],
];

function Themes({ onClose }: { readonly onClose: () => void }) {
  const [theme, choose] = useTheme();
  return (
    <>
      {THEMES.filter(([one]) => one !== theme).map(([one, name, icon]) => (
        <Command.Item
          key={one}
          value={name}
          keywords={["appearance", "mode", "colours"]}
          onSelect={() => {
            choose(one);
            onClose();
          }}
          className={ITEM}
        >
          {icon}
          {name}
        </Command.Item>
      ))}
    </>
  );
}
