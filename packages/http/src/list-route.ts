import type { ListFields, ListPage } from "@counterfoil/service";
import type { FastifyReply } from "fastify";
import type { Static, TSchema } from "typebox";
import { paged, pageOf } from "./lists.ts";
import type { Call, Route } from "./route.ts";

type Listed<Params extends TSchema | undefined, Item extends TSchema> = Pick<
  Route,
  "path" | "operationId" | "tag" | "summary" | "description"
> & {
  readonly params?: Params;
  /** The fields to filter and sort by. */
  readonly fields: ListFields;
  readonly item: Item;
  find(
    call: Call<Params extends TSchema ? Static<Params> : undefined, unknown, unknown>,
  ): Promise<ListPage<Static<Item>>>;
};

/** Declares a list in the common wrapper, `{items, pageCount, limit}`, with the scope `read`. */
export function listRoute<Item extends TSchema, Params extends TSchema | undefined = undefined>(
  definition: Listed<Params, Item>,
): Route {
  const { fields, item, find, params, ...told } = definition;
  return {
    ...told,
    ...(params === undefined ? {} : { params }),
    method: "GET",
    scope: "read",
    list: { fields },
    status: 200,
    response: paged(item),
    handle: async (call) => pageOf(await find(call as Parameters<typeof find>[0]), call.list),
  };
}

/** Answers a created resource with its address as Location. */
export function located<Made extends { readonly id: string }>(reply: FastifyReply, path: string, made: Made): Made {
  reply.header("Location", `${path}/${made.id}`);
  return made;
}
