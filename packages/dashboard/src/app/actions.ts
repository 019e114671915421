import { pageAt } from "../routing/page-at.ts";
import { CirclePlus, type LucideIcon, UserPlus } from "lucide-react";

/** An action that a user can start from any page by its name. */
export interface Action {
  readonly name: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly icon: LucideIcon;
  readonly scope: "write" | "billing" | "admin";
  readonly words?: string;
}

export const actions: readonly Action[] = [
  { name: "New account", to: "/accounts/new", icon: CirclePlus, scope: "write", words: "create customer add" },
  { name: "New subscription", to: "/subscriptions/new", icon: CirclePlus, scope: "write", words: "create quote sign" },
  { name: "New invoice", to: "/invoices/new", icon: CirclePlus, scope: "billing", words: "create bill one-off" },
  { name: "New plan", to: "/plans/new", icon: CirclePlus, scope: "write", words: "create template" },
  { name: "New price", to: "/prices/new", icon: CirclePlus, scope: "write", words: "create" },
  { name: "New metric", to: "/metrics/new", icon: CirclePlus, scope: "write", words: "create meter" },
  {
    name: "New test clock",
    ...pageAt("/test-clocks", { do: "new" }),
    icon: CirclePlus,
    scope: "write",
    words: "create time travel",
  },
  {
    name: "New webhook endpoint",
    ...pageAt("/webhooks", { do: "new" }),
    icon: CirclePlus,
    scope: "admin",
    words: "create",
  },
  {
    name: "New API key",
    ...pageAt("/api-keys", { do: "new" }),
    icon: CirclePlus,
    scope: "admin",
    words: "create token",
  },
  {
    name: "Invite a person",
    ...pageAt("/people", { do: "invite" }),
    icon: UserPlus,
    scope: "admin",
    words: "team colleague user",
  },
];
