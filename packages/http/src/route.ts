import type { Context, ErrorCode, KeyScope, ListFields, ListQuery, Services, Session } from "@counterfoil/service";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Deprecation } from "./api-version.ts";
import type { BodyForm, SentBody } from "./body-forms.ts";
import type { Ports } from "./ports.ts";
import type { Tag } from "./tags.ts";

/** The organization and actor of a request. */
export type Caller = Pick<Context, "organizationId" | "actor"> & {
  /** Set if the caller is a signed-in person. */
  readonly session?: Session;
  /** Cookies that the response sets, for example when a session is extended. */
  readonly cookies?: readonly string[];
  /** Set if a program acts with the access token of a connection. The actor is then the person who connected it. */
  readonly connection?: { readonly id: string; readonly clientName: string };
  /** What the key or the role allows. Absent for links and requests without an organization. */
  readonly scopes?: readonly string[];
  /** Set if the key was valid when it was last presented: resolves if it still is, and must be awaited before the answer. */
  readonly confirmed?: Promise<unknown>;
};

/** What a key or role must allow (R-KEY-1). `session` allows any signed-in person and no key. */
export type Scope = KeyScope | "session";

type Input<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

export interface Call<Params, Query, Body> {
  readonly context: Context & Services;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent, for a route with `bodyForms`. Otherwise empty. */
  readonly sent: SentBody;
  /** The validated `page`, `limit`, `filters` and `sort` of a route with `list`. */
  readonly list: ListQuery;
  /**
   * Whether the key is still valid. Long-running calls ask, so that a revocation takes effect immediately (R-KEY-1).
   */
  isAdmitted(): Promise<boolean>;
  /** Set if the work began before the key was confirmed (`Caller.confirmed`). */
  readonly confirmed?: Promise<unknown> | undefined;
  /** Counts received usage. Returns for how many milliseconds no more should be accepted (R-API-8). */
  spendUsage(count: number): number;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An operation of the API: its input, its response, and the use case that it calls. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** In Fastify's syntax: `/accounts/:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /**
   * The scope that the caller's key or role must have. Null on a public route, which `admit`s by the token in its
   * address.
   */
  readonly scope: Scope | null;
  readonly params?: TSchema;
  /** For a route with `list`: the parameters in addition to those of the list. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Instead of `body`: the forms of the body, which the use case parses and validates itself. */
  readonly bodyForms?: readonly BodyForm[];
  /**
   * Present on lists: the fields to filter and sort by. With `filtersOnly`, the route takes only the filters of a list:
   * it counts items instead of returning them.
   */
  readonly list?: { readonly fields: ListFields; readonly unpagedByDefault?: boolean; readonly filtersOnly?: boolean };
  readonly status: 200 | 201 | 202 | 204;
  readonly response: TSchema | null;
  /** The media type of a response that is not JSON. */
  readonly mediaType?: string;
  /** For a creation: the header Catalog-Key names the new object in catalog files. */
  readonly takesCatalogKey?: true;
  readonly bodyLimit?: number;
  /**
   * The use case needs several transactions, because it calls another system or shares a commit, and has one effect
   * even if it runs several times: `answerRepeatable`.
   */
  readonly isRepeatable?: boolean;
  /** For a POST: it only calculates an answer. */
  readonly changesNothing?: true;
  /** Counted as usage, not as a request. */
  readonly countsUsage?: boolean;
  /** The errors that it may return in addition to those that follow from the declaration (openapi/error-codes.ts). */
  readonly refusals?: readonly ErrorCode[];
  /** For a 201: false if the created object has no address, so that the response has no Location. */
  readonly hasLocation?: false;
  /** For a public route: the response sets or ends a session. */
  readonly setsCookies?: boolean;
  /** The response may have the header Counterfoil-Warning. */
  readonly warns?: boolean;
  /** For an operation that another one replaces: its responses have the headers Deprecation and Sunset. */
  readonly deprecation?: Deprecation;
  /** The response contains a secret that is stored only as a hash, or not at all. */
  readonly answersSecret?: boolean;
  /** For a public route: the caller for the token. Throws a 404 for an unknown token. */
  admit?(ports: Ports, params: unknown): Promise<Caller>;
  /** Refuses a request by its headers, before its body is read, if it cannot be handled now. */
  refuseUnread?(ports: Ports, headers: IncomingHttpHeaders): void;
  handle(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

type TypedRoute<Params, Query, Body, Response> = Omit<
  Route,
  "params" | "query" | "body" | "response" | "admit" | "handle"
> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
  admit?(ports: Ports, params: Input<Params>): Promise<Caller>;
  handle(
    call: Call<Input<Params>, Input<Query>, Input<Body>>,
  ): Promise<Response extends TSchema ? Static<Response> : Buffer | Readable | null>;
};

/** Declares a route. Its schemas determine the types of the handler's input and result. */
export function route<
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | null = null,
>(definition: TypedRoute<Params, Query, Body, Response>): Route {
  return definition as unknown as Route;
}
