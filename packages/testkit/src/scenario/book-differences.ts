import { type BookDifference, type Context, verifyBooks } from "@counterfoil/service";
import type { Story } from "./scenario.ts";

/** The differences that `counterfoil verify` finds in the books of a story's organization (R-VER-1). */
export async function bookDifferences(story: Story): Promise<BookDifference[]> {
  const found: BookDifference[] = [];
  const actor = { type: "command", id: "verify" } as const;
  const context: Context = { ...story.environment.ports, organizationId: story.organizationId, actor, requestId: null };
  await verifyBooks(context, { from: null, to: null, onDifference: (difference) => void found.push(difference) });
  return found;
}
