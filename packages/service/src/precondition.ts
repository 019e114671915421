import type { Context } from "./context.ts";

/**
 * Compares what the caller last read with the current resource (R-API-5). A use case calls this after it has locked the
 * row, so that nothing changes in between.
 *
 * @param current the current resource; computed only if the caller set a precondition
 * @throws DomainError 412 if the resource has changed
 */
export async function requireUnchanged(
  { precondition }: Context,
  current: () => object | Promise<object>,
): Promise<void> {
  if (precondition !== undefined) precondition(await current());
}
