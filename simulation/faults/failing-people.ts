import type { PeopleDatabase, PeopleSession } from "@counterfoil/storage";

/** Runs a statement that is a separate transaction, or its fault. */
type Look = <Result>(statement: () => Promise<Result>) => Promise<Result>;

/** The connection for credentials: better-auth's statements fail as well as ours. */
export function failingPeople(inner: PeopleDatabase, look: Look): PeopleDatabase {
  const pool = new Proxy(inner.pool, {
    get(target, name) {
      if (name === "connect") return async () => failingClient(await target.connect(), look);
      return boundMember(target, name);
    },
  });
  return { pool, sql: (text, values, name) => look(() => inner.sql(text, values, name)), close: () => inner.close() };
}

function failingClient(client: PeopleSession, look: Look): PeopleSession {
  return new Proxy(client, {
    get(target, name) {
      const member = boundMember(target, name);
      if (name !== "query") return member;
      return (...given: unknown[]) => look(() => (member as (...all: unknown[]) => Promise<unknown>)(...given));
    },
  });
}

function boundMember(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === "function" ? (member as (...given: unknown[]) => unknown).bind(target) : member;
}
