import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { classes } from "../design/classes.ts";
import { whenShown } from "../design/when-shown.tsx";
import { count } from "../format/words.ts";
import { useUnread } from "./use-unread.ts";

const NotificationSheet = whenShown(() =>
  import("./notification-sheet.tsx").then(({ NotificationSheet }) => NotificationSheet),
);

/** The highest count that the bell shows exactly. */
const MOST_SHOWN = 99;

/** Opens the notifications, and shows how many are unread. */
export function NotificationBell({ className }: { readonly className?: string }) {
  const unread = useUnread();
  const [isOpen, setOpen] = useState(false);
  const label = unread.count === 0 ? "Notifications" : `Notifications, ${count(unread.count, "unread", "unread")}`;
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classes(
          "relative inline-grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink",
          className,
        )}
      >
        <Bell aria-hidden className="size-4 max-lg:size-5" />
        {unread.count > 0 && (
          <span className="figures absolute top-0 left-4.5 min-w-4 rounded-full bg-accent px-1 text-center text-xs leading-4 font-medium text-on-accent">
            {unread.count > MOST_SHOWN ? `${MOST_SHOWN}+` : unread.count}
          </span>
        )}
      </button>
      <Suspense fallback={null}>
        {isOpen && <NotificationSheet unread={unread} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
