import { useLocation, useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Keyboard, Monitor, Moon, Sun } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from "react";
import { actions } from "./actions.ts";
import { useFound } from "./found.ts";
import { navigation } from "./navigation.ts";
import { PALETTE_ASKS, PALETTE_BOX, PALETTE_FRAME } from "./palette-frame.ts";
import { GROUP, ITEM, PageActions, RecentItems } from "./palette-groups.tsx";
import { paletteScore } from "./palette-score.ts";
import { pageActions } from "../routing/page-actions.ts";
import { readRecent } from "../routing/recent.ts";
import { useMay, useOrganization } from "../server/session.ts";
import { type Theme, useTheme } from "./theme.ts";

interface PaletteProps {
  /** What was typed before the palette was loaded. */
  readonly typed: string;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/**
 * Opens any page and starts any action with a few letters: pages, accounts, subscriptions, invoices, products, actions.
 */
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
            // Keeps the text that was already typed, instead of selecting it so that the next key replaces it.
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
  const organization = useOrganization();
  const [ofPage] = useState(pageActions);
  const { pathname } = useLocation();
  const recent = wanted === "" ? readRecent(organization.id).filter(({ to }) => to !== pathname) : [];
  const [group] = found;
  const first = group?.items[0] === undefined ? undefined : valueOf(group.group, group.items[0], wanted);
  // The server's results arrive a moment after the pages. The first result is selected unless a page has exactly this
  // name.
  useEffect(() => {
    if (first === undefined) return;
    setChosen((now) => (now.toLowerCase().startsWith(wanted.toLowerCase()) ? now : first));
  }, [first, wanted]);
  const go = (to: string, search?: Readonly<Record<string, string>>) => {
    onClose();
    void navigate({ to, ...(search !== undefined && { search }) });
  };
  const hit = group?.items[0];
  const openSoon = useOpenWhenFound({ isSearching, open: hit === undefined ? null : () => go(hit.to, hit.search) });
  const isNamed = chosen.toLowerCase().startsWith(wanted.toLowerCase());
  return (
    <Command
      label="Search or go to"
      loop
      filter={paletteScore}
      value={chosen}
      onValueChange={setChosen}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isNamed && (isSearching || wanted !== text.trim())) {
          event.preventDefault();
          openSoon(true);
        } else if (event.key !== "Enter") openSoon(false);
      }}
    >
      <Command.Input
        ref={box}
        value={text}
        onValueChange={setText}
        placeholder={PALETTE_ASKS}
        className={PALETTE_BOX}
      />
      <Command.Empty className="p-6 pb-4 text-center text-sm text-muted">
        {isSearching ? "Searching…" : "No results"}
      </Command.Empty>
      <Command.List className="max-h-[60vh] overflow-y-auto p-2">
        {found.map(({ group: heading, items }) => (
          <Command.Group key={heading} heading={heading} className={GROUP}>
            {items.map((item) => (
              <Command.Item
                key={item.to + JSON.stringify(item.search)}
                value={valueOf(heading, item, wanted)}
                onSelect={() => go(item.to, item.search)}
                className={ITEM}
              >
                <span className="max-w-[75%] shrink-0 truncate">{item.name}</span>
                <span className="min-w-0 truncate text-xs text-muted">{item.note}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        <RecentItems recent={recent} onChoose={(to) => go(to)} />
        <PageActions
          actions={ofPage}
          onChoose={(action) => {
            onClose();
            action.onSelect();
          }}
        />
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

interface WhenFound {
  readonly isSearching: boolean;
  /** Opens the first result. Null if there is none. */
  readonly open: (() => void) | null;
}

/** Enter before the server has answered opens the first result as soon as it is there, unless another key follows. */
function useOpenWhenFound({ isSearching, open }: WhenFound): (isWaiting: boolean) => void {
  const [isWaiting, setWaiting] = useState(false);
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  }, [open]);
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setWaiting(false);
    latest.current?.();
  }, [isWaiting, isSearching]);
  return setWaiting;
}

/** The list's key of a result. It contains the typed text, so that the list shows everything that the server found. */
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
