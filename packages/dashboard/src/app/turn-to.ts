import { leaveFor } from "../design/ask-to-discard.ts";
import { client } from "../server/client.ts";

/** Switches to another organization. Loads the page again, so that no data of the other organization stays. */
export function turnTo(organizationId: string): Promise<void> {
  return leaveFor("/app/", async () => void (await client.me.turnToOrganization({ organizationId })));
}
