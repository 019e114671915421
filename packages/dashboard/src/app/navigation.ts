import {
  Activity,
  BadgePercent,
  Bell,
  BookOpenText,
  Bot,
  Building2,
  Calculator,
  ChartLine,
  Clock3,
  CreditCard,
  FileMinus,
  FileSignature,
  FileText,
  Gauge,
  History,
  House,
  KeyRound,
  Layers,
  type LucideIcon,
  Mail,
  Package,
  Repeat,
  Scale,
  ScrollText,
  Settings,
  ToggleRight,
  Users,
  Webhook,
} from "lucide-react";

export interface Place {
  readonly to: string;
  readonly name: string;
  readonly icon: LucideIcon;
  /** The key that opens the page after G. */
  readonly key?: string;
  /** Synonyms for the search. */
  readonly words?: string;
  /** Visible only to people with this scope. */
  readonly scope?: "admin";
}

/** The dashboard's pages, in groups. The sidebar, the palette and the shortcuts use this list. */
export const navigation: readonly { readonly group: string | null; readonly places: readonly Place[] }[] = [
  { group: null, places: [{ to: "/", name: "Home", icon: House, key: "h", words: "mrr revenue attention overview" }] },
  {
    group: "Customers",
    places: [
      { to: "/accounts", name: "Accounts", icon: Building2, key: "a", words: "customers" },
      { to: "/subscriptions", name: "Subscriptions", icon: Repeat, key: "s", words: "contracts" },
      { to: "/quotes", name: "Quotes", icon: FileSignature, key: "q", words: "offers" },
    ],
  },
  {
    group: "Billing",
    places: [
      { to: "/invoices", name: "Invoices", icon: FileText, key: "i", words: "bills" },
      { to: "/payments", name: "Payments", icon: CreditCard, key: "p", words: "refunds receipts" },
      { to: "/credit-notes", name: "Credit notes", icon: FileMinus, words: "corrections" },
      { to: "/credit-grants", name: "Credits", icon: BadgePercent, words: "prepaid wallet grants balance" },
      { to: "/journal", name: "Journal", icon: BookOpenText, key: "j", words: "ledger accounting double entry" },
    ],
  },
  {
    group: "Catalog",
    places: [
      { to: "/plans", name: "Plans", icon: Layers, words: "templates" },
      { to: "/products", name: "Products", icon: Package, words: "prices bundles" },
      { to: "/metrics", name: "Metrics", icon: Gauge, words: "meters billable" },
      { to: "/features", name: "Features", icon: ToggleRight, words: "entitlements limits" },
      { to: "/calculator", name: "Price calculator", icon: Calculator, key: "c", words: "compare simulate" },
    ],
  },
  {
    group: "Usage",
    places: [
      { to: "/usage", name: "Explorer", icon: ChartLine, key: "u", words: "usage chart consumption" },
      {
        to: "/events",
        name: "Events",
        icon: Activity,
        key: "e",
        words: "live tail unmatched ingestion kafka dead letters",
      },
      { to: "/usage-alerts", name: "Alerts", icon: Bell, words: "thresholds" },
      { to: "/insights/margin", name: "Margin", icon: Scale, words: "costs cost prices profit loss losers insights" },
      { to: "/insights/model-prices", name: "Model prices", icon: Bot, words: "ai llm tokens catalog costs unpriced" },
    ],
  },
  {
    group: "Developers",
    places: [
      {
        to: "/webhooks",
        name: "Webhooks",
        icon: Webhook,
        key: "w",
        words: "endpoints deliveries notifications",
        scope: "admin",
      },
      { to: "/api-keys", name: "API keys", icon: KeyRound, key: "k", words: "tokens", scope: "admin" },
      { to: "/request-log", name: "Request log", icon: ScrollText, words: "api calls errors debug", scope: "admin" },
      { to: "/mails", name: "Email", icon: Mail, words: "outbox templates" },
      { to: "/test-clocks", name: "Test clocks", icon: Clock3, key: "t", words: "time travel sandbox" },
    ],
  },
  {
    group: "Organization",
    places: [
      { to: "/people", name: "People", icon: Users, words: "team invitations roles", scope: "admin" },
      { to: "/audit", name: "Audit log", icon: History, words: "changes history", scope: "admin" },
      {
        to: "/settings",
        name: "Settings",
        icon: Settings,
        key: ",",
        words: "profile tax rates exchange currencies numbering documents security password",
      },
    ],
  },
];
