import type { Context, ErrorCode, KeyScope, ListFields, ListQuery, Services, Session } from "@counterfoil/service";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Deprecation } from "./api-version.ts";
import type { BodyForm, SentBody } from "./body-forms.ts";
import type { Ports } from "./ports.ts";
import type { Tag } from "./tags.ts";

/** Whom a request acts for. */
export type Caller = Pick<Context, "organizationId" | "actor"> & {
  /** Of a person who is signed in. */
  readonly session?: Session;
  /** What the answer sets, as when a session is prolonged. */
  readonly cookies?: readonly string[];
};

/** What a key or a role has to allow (R-KEY-1); `session` is no key's, but of anybody who is signed in. */
export type Scope = KeyScope | "session";

type Input<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

export interface Call<Params, Query, Body> {
  readonly context: Context & Services;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent, of a route that has `bodyForms`; else empty. */
  readonly sent: SentBody;
  /** The checked `page`, `limit`, `filters` and `sort` of a route that has `list`. */
  readonly list: ListQuery;
  /** Whether the key would still be let in: asked by what goes on for long, so that a revocation works at once (R-KEY-1). */
  isAdmitted(): Promise<boolean>;
  /** Counts usage that came in. Answers for how many milliseconds no more should be taken (R-API-8). */
  spendUsage(count: number): number;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** One operation of the interface: what it takes, what it answers, and the use case it calls. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Fastify's form: `/accounts/:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** What the caller's key or role has to allow; null on a public route, which `admit`s by the token in its address instead. */
  readonly scope: Scope | null;
  readonly params?: TSchema;
  /** Of a route that has `list`: what it takes beside the list's parameters. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** In place of `body`: the forms in which the use case takes the body, which it parses and checks itself. */
  readonly bodyForms?: readonly BodyForm[];
  /** Present on lists: the fields that they can be filtered and sorted by. */
  readonly list?: { readonly fields: ListFields; readonly unpagedByDefault?: boolean };
  readonly status: 200 | 201 | 202 | 204;
  readonly response: TSchema | null;
  /** The media type of an answer that is not JSON. */
  readonly mediaType?: string;
  readonly bodyLimit?: number;
  /**
   * Its use case needs several transactions, since it calls outside or shares a commit, and by itself has one effect however
   * often it runs: `answerRepeatable`.
   */
  readonly isRepeatable?: boolean;
  /** Counted as usage, and not as a request. */
  readonly countsUsage?: boolean;
  /** The errors it may answer beside those that follow from what it declares (openapi/error-codes.ts). */
  readonly refusals?: readonly ErrorCode[];
  /** Of a 201: false where what it makes is read under no address of its own, so that the answer has no Location. */
  readonly hasLocation?: false;
  /** Of a public route: the answer sets or ends a session. */
  readonly setsCookies?: boolean;
  /** The answer may carry Counterfoil-Warning. */
  readonly warns?: boolean;
  /** Of an operation that another replaces: its answers carry Deprecation and Sunset. */
  readonly deprecation?: Deprecation;
  /** The answer shows what is stored only as a hash, or not at all. */
  readonly answersSecret?: boolean;
  /** Of a public route: whom the request acts for. Throws a 404 for a token that opens nothing. */
  admit?(ports: Ports, params: unknown): Promise<Caller>;
  /** Refuses a request by its headers, before its body is read, where it could not be done now. */
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

/** Declares a route; the handler's input and answer are typed by its schemas. */
export function route<
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | null = null,
>(definition: TypedRoute<Params, Query, Body, Response>): Route {
  return definition as unknown as Route;
}
