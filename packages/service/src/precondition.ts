import type { Context } from "./context.ts";

/**
 * Holds what the caller last read against what there is now (R-API-5). Called by a use case once it has locked the row, so
 * that nothing changes in between.
 *
 * @param current the resource as it is read; made only where somebody asks
 * @throws DomainError 412 when it is another by now
 */
export async function requireUnchanged(
  { precondition }: Context,
  current: () => object | Promise<object>,
): Promise<void> {
  if (precondition !== undefined) precondition(await current());
}
