import { queryOptions } from "@tanstack/react-query";
import { systemNow } from "../format/clock.ts";
import { asked } from "../server/asked.ts";

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** The notifications in the list. */
const LISTED = 30;

/** The newest notifications. IDs ascend in the order in which notifications were written, also for test clocks. */
export const newestNotifications = queryOptions({
  ...asked((api, signal) => api.notifications.list({ limit: LISTED, sort: "id:desc" }, { signal })),
  refetchInterval: MINUTE,
});

/** One notification after an ID. Its `pageCount` is the number of all of them. */
export function notificationsAfter(id: string) {
  return queryOptions({
    ...asked((api, signal) =>
      api.notifications.list(
        { limit: 1, filters: id === "" ? [] : [{ field: "id", operator: "gt", value: id }] },
        { signal },
      ),
    ),
    refetchInterval: MINUTE,
  });
}

/**
 * The newest notification that is older than a week. In a browser that has stored nothing, everything up to it counts as
 * read, so that the bell does not begin with the whole history.
 */
export function lastOfEarlierWeeks() {
  // The start of the minute, so that the key of the query stays the same while it loads.
  const weekAgo = new Date(Math.floor((systemNow() - WEEK) / MINUTE) * MINUTE).toISOString();
  return queryOptions({
    ...asked((api, signal) =>
      api.notifications.list(
        { limit: 1, sort: "id:desc", filters: [{ field: "timestamp", operator: "lt", value: weekAgo }] },
        { signal },
      ),
    ),
    staleTime: Infinity,
  });
}
