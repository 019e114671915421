import { pageAt } from "../routing/page-at.ts";
import { useNavigate } from "@tanstack/react-router";
import { Building2, ChevronsUpDown, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { leaveFor } from "../design/ask-to-discard.ts";
import { Menu } from "../design/menu.tsx";
import { toWords } from "../format/words.ts";
import { client } from "../server/client.ts";
import { leaveSession } from "../server/expired-session.ts";
import { queries } from "../server/queries.ts";
import { useMe } from "../server/session.ts";
import { useTheme } from "./theme.ts";
import { turnTo } from "./turn-to.ts";

/** Shows the person, the organization and the theme, and lets the person sign out. */
export function PersonMenu() {
  const me = useMe();
  const navigate = useNavigate();
  const [theme, chooseTheme] = useTheme();
  const signOut = () =>
    leaveFor("/app/sign-in", async () => {
      leaveSession();
      await client.auth.signOut();
      queries.clear();
    });
  const small = "size-4";
  return (
    <div className="border-t border-line px-2 py-1">
      <Menu
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{me.name}</span>
              <span className="block truncate text-xs text-muted">{toWords(me.organization?.role ?? "")}</span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 text-muted" />
          </button>
        }
        items={[
          ...me.organizations
            .filter(({ organizationId }) => organizationId !== me.organization?.organizationId)
            .map(({ organizationId: id, name, sandbox }) => ({
              id,
              name: `Switch to ${name}${sandbox ? " (sandbox)" : ""}`,
              icon: <Building2 className={small} />,
              onSelect: () => void turnTo(id),
            })),
          {
            name: "Your settings",
            icon: <Settings className={small} />,
            onSelect: () => void navigate({ ...pageAt("/settings", { part: "you" }) }),
          },
          ...(theme === "dark"
            ? []
            : [{ name: "Dark theme", icon: <Moon className={small} />, onSelect: () => chooseTheme("dark") }]),
          ...(theme === "light"
            ? []
            : [{ name: "Light theme", icon: <Sun className={small} />, onSelect: () => chooseTheme("light") }]),
          ...(theme === "system"
            ? []
            : [
                {
                  name: "System theme",
                  icon: <Monitor className={small} />,
                  onSelect: () => chooseTheme("system"),
                },
              ]),
          { name: "Sign out", icon: <LogOut className={small} />, onSelect: () => void signOut() },
        ]}
      />
    </div>
  );
}
