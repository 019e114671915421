import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { useDeferredValue, useState } from "react";
import { client } from "./client.ts";
import { navigation } from "./navigation.ts";
import { useMay } from "./session.ts";

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const ITEM =
  "flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent";
const GROUP =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

/** Goes anywhere by a few letters: places, accounts, invoices. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-surface shadow-over"
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Choices onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choices({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const mayAdminister = useMay("admin");
  const found = useFound(wanted);
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Command label="Search or go to" loop>
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder="A page, an account, an invoice number …"
        className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[60vh] overflow-y-auto p-2">
        <Command.Empty className="p-6 text-center text-sm text-muted">Nothing has this name.</Command.Empty>
        {found.map(({ group, items }) => (
          <Command.Group key={group} heading={group} className={GROUP}>
            {items.map(({ to, name, note }) => (
              <Command.Item
                key={to}
                value={`${group} ${name} ${note} ${wanted}`}
                onSelect={() => go(to)}
                className={ITEM}
              >
                <span className="truncate">{name}</span>
                <span className="truncate text-xs text-muted">{note}</span>
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
      </Command.List>
    </Command>
  );
}

interface Found {
  readonly group: string;
  readonly items: readonly { readonly to: string; readonly name: string; readonly note: string }[];
}

/** What the server knows by this name. */
function useFound(wanted: string): readonly Found[] {
  const isEnough = wanted.length >= 2;
  const accounts = useQuery({
    queryKey: ["palette", "accounts", wanted],
    queryFn: ({ signal }) =>
      client.accounts.list({ limit: 5, filters: [{ field: "name", operator: "contains", value: wanted }] }, { signal }),
    enabled: isEnough,
  });
  const invoices = useQuery({
    queryKey: ["palette", "invoices", wanted],
    queryFn: ({ signal }) =>
      client.invoices.list(
        { limit: 5, filters: [{ field: "number", operator: "contains", value: wanted }] },
        { signal },
      ),
    enabled: isEnough,
  });
  if (!isEnough) return [];
  return [
    {
      group: "Accounts",
      items: (accounts.data?.data ?? []).map(({ id, name, currency }) => ({
        to: `/accounts/${id}`,
        name,
        note: currency,
      })),
    },
    {
      group: "Invoices",
      items: (invoices.data?.items ?? []).map(({ id, number, status, billingPeriod }) => ({
        to: `/invoices/${id}`,
        name: number ?? "Draft",
        note: `${status} · ${billingPeriod}`,
      })),
    },
  ].filter(({ items }) => items.length > 0);
}
