import { ArrowLeftRight } from "lucide-react";
import { Badge } from "../design/badge.tsx";
import { Menu } from "../design/menu.tsx";
import { Segments } from "../design/segments.tsx";
import { useMe } from "../server/session.ts";
import { turnTo } from "./turn-to.ts";

type Mode = "live" | "test";

/**
 * Whether the organization is live or a sandbox, and a switch to the other kind. A sandbox is an organization with its
 * own data (decision 78), so the switch changes the organization. Without one of the other kind there is no switch, and
 * a live organization then shows nothing.
 */
export function ModeSwitch() {
  const { organization, organizations } = useMe();
  if (organization === null) return null;
  const mode: Mode = organization.sandbox ? "test" : "live";
  const others = organizations.filter(({ sandbox }) => sandbox !== organization.sandbox);
  if (mode === "live" && others.length === 0) return null;
  return (
    <div className="flex min-h-6 items-center justify-between gap-2 px-3 pb-1">
      {others.length === 1 ? (
        <Segments
          label="Mode"
          options={[
            ["live", "Live"],
            ["test", "Test"],
          ]}
          chosen={mode}
          onChoose={(chosen) => {
            const [other] = others;
            if (chosen !== mode && other !== undefined) void turnTo(other.organizationId);
          }}
        />
      ) : others.length > 1 ? (
        <Menu
          trigger={
            <button
              type="button"
              className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line px-2 text-sm font-medium hover:bg-sunken"
            >
              <ArrowLeftRight aria-hidden className="size-3.5 text-muted" />
              {mode === "test" ? "Switch to live" : "Switch to test"}
            </button>
          }
          items={others.map(({ organizationId, name }) => ({
            id: organizationId,
            name,
            onSelect: () => void turnTo(organizationId),
          }))}
        />
      ) : null}
      <SandboxBadge />
    </div>
  );
}

/** Marks a sandbox. Nothing in a live organization. */
export function SandboxBadge() {
  const { organization } = useMe();
  if (organization?.sandbox !== true) return null;
  return (
    <span title="A sandbox organization. It sends no email or webhooks outside unless its settings say so.">
      <Badge tone="warn">Sandbox</Badge>
    </span>
  );
}
