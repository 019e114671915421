import type { AccountActivity } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Banknote, Bell, FileText, Mail, NotebookPen, Pencil } from "lucide-react";
import { StatusBadge } from "../../design/badge.tsx";
import { Money } from "../../design/money.tsx";
import { Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import { fieldsChanged, linkOfActivity, titleOf } from "./activity-words.ts";
import { NoteText } from "./notes/note-text.tsx";

const ICONS: Readonly<Record<AccountActivity["kind"], typeof Mail>> = {
  note: NotebookPen,
  invoice: FileText,
  payment: Banknote,
  mail: Mail,
  change: Pencil,
  notification: Bell,
};

interface ActivityEntryProps {
  readonly accountId: string;
  readonly item: AccountActivity;
}

/** One thing that happened, with its object, its actor and its time. */
export function ActivityEntry({ accountId, item }: ActivityEntryProps) {
  const Icon = ICONS[item.kind];
  return (
    <li className="flex gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <span className="mt-px grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 pt-0.5">
          <Headline item={item} />
          <Amount item={item} />
          {item.kind === "mail" && item.status !== null && <StatusBadge status={item.status} />}
          <span className="text-xs text-muted sm:ml-auto">
            <Instant instant={item.at} />
          </span>
        </div>
        {item.kind === "note" ? <NoteText accountId={accountId} note={item} /> : <Detail item={item} />}
      </div>
    </li>
  );
}

/** What happened, and a link to its object. For a note, its author. */
function Headline({ item }: { readonly item: AccountActivity }) {
  const title = item.kind === "note" ? (actorName(item.actor) ?? titleOf(item)) : titleOf(item);
  const link = linkOfActivity(item);
  // The subject of an email is its name; its recipient is in the second line.
  const name = item.kind === "mail" ? item.text : item.title;
  if (link === null) return <span className="text-sm font-medium">{title}</span>;
  if (name === null) {
    return (
      <Link {...link} className="text-sm font-medium hover:underline">
        {title}
      </Link>
    );
  }
  return (
    <>
      <span className="text-sm font-medium">{title}</span>
      <Link {...link} className="max-w-full min-w-0 truncate text-sm text-accent hover:underline">
        {name}
      </Link>
    </>
  );
}

function Amount({ item: { kind, amount, currency } }: { readonly item: AccountActivity }) {
  if (amount === null || currency === null || kind === "mail") return null;
  return (
    <span className="figures text-sm">
      <Money amount={amount} currency={currency} />
    </span>
  );
}

/** The second line: what changed, the recipient, and who did it. */
function Detail({ item }: { readonly item: AccountActivity }) {
  const parts = [
    item.kind === "mail" && item.title !== null ? `To ${item.title}` : null,
    fieldsChanged(item),
    actorName(item.actor),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return <p className="mt-0.5 text-xs text-muted wrap-anywhere">{parts.join(" · ")}</p>;
}

function actorName(actor: AccountActivity["actor"]): string | null {
  if (actor === null) return null;
  if (actor.type === "api_key") return `Key ${actor.name ?? actor.id ?? ""}`;
  return actor.name ?? (actor.type === "person" ? "A person who left" : toWords(actor.type));
}
