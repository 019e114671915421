import type { Client } from "@counterfoil/sdk";
import type { QueryKey } from "@tanstack/react-query";
import { client } from "./client.ts";

/** A resource of the API, as the client names it: `invoices`. */
export type Resource = keyof Client;

/** One operation of the client with its parameters. */
type Ask<Answer> = (api: Client, signal?: AbortSignal) => PromiseLike<Answer>;

export interface Asked<Answer> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Answer>;
}

/**
 * A query of one operation. Its key is derived from the operation and its parameters, so that no key is written
 * manually: `asked((api, signal) => api.invoices.get(id, { signal }))` has the key `["invoices", "get", id]`.
 */
export function asked<Answer>(ask: Ask<Answer>): Asked<Answer> {
  return { queryKey: keyOf(ask), queryFn: async ({ signal }) => await ask(client, signal) };
}

/** A query that needs several operations. Changes of `resource` make it stale. */
export function askedInSteps<Answer>(
  resource: Resource,
  name: string,
  parameters: readonly unknown[],
  ask: (api: Client, signal: AbortSignal) => Promise<Answer>,
): Asked<Answer> {
  return { queryKey: [resource, name, ...parameters], queryFn: async ({ signal }) => await ask(client, signal) };
}

/** `["invoices", "list", {…}, "all"]` for `api.invoices.list({…}).all()`. The abort signal is not part of the key. */
export function keyOf(ask: Ask<unknown>): QueryKey {
  const calls = new WeakMap<object, readonly unknown[]>();
  const operation = (key: readonly unknown[]): object => {
    const recorded: object = new Proxy(() => undefined, {
      get: (_, name) => (typeof name === "symbol" ? undefined : operation([...key, name])),
      apply: (_, __, parameters: readonly unknown[]) => operation([...key, ...parameters.flatMap(withoutSignal)]),
    });
    calls.set(recorded, key);
    return recorded;
  };
  const recorded: unknown = ask(operation([]) as Client);
  const key = typeof recorded === "function" ? calls.get(recorded) : undefined;
  if (key === undefined)
    throw new Error("A query returns the answer of one operation as it is; use select to narrow it.");
  return key;
}

function withoutSignal(parameter: unknown): readonly unknown[] {
  if (typeof parameter !== "object" || parameter === null || !("signal" in parameter)) return [parameter];
  const { signal: _, ...others } = parameter;
  return Object.keys(others).length === 0 ? [] : [others];
}
