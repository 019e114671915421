import { Command } from "cmdk";
import { Clock, Zap } from "lucide-react";
import type { PageAction } from "../routing/page-actions.ts";
import type { Recent } from "../routing/recent.ts";

export const ITEM =
  "flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent";
export const GROUP =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

interface PageActionsProps {
  readonly actions: readonly PageAction[];
  readonly onChoose: (action: PageAction) => void;
}

/** The actions of the current page. */
export function PageActions({ actions, onChoose }: PageActionsProps) {
  if (actions.length === 0) return null;
  return (
    <Command.Group heading="This page" className={GROUP}>
      {actions.map((action) => (
        <Command.Item
          key={action.name}
          value={action.name}
          onSelect={() => onChoose(action)}
          className={`${ITEM} ${action.isDangerous === true ? "text-bad" : ""}`}
        >
          <Zap aria-hidden className="size-4" />
          {action.name}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

interface RecentItemsProps {
  readonly recent: readonly Recent[];
  readonly onChoose: (to: string) => void;
}

/** The objects opened last, while nothing is typed. */
export function RecentItems({ recent, onChoose }: RecentItemsProps) {
  if (recent.length === 0) return null;
  return (
    <Command.Group heading="Recent" className={GROUP}>
      {recent.map(({ to, name, kind }) => (
        <Command.Item key={to} value={`Recent ${name} ${to}`} onSelect={() => onChoose(to)} className={ITEM}>
          <Clock aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{name}</span>
          <span className="truncate text-xs text-muted">{kind}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
