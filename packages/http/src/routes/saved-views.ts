import {
  createSavedView,
  deleteSavedView,
  getSavedView,
  listSavedViews,
  SAVED_VIEW_FIELDS,
  updateSavedView,
} from "@counterfoil/service";
import { listRoute, located } from "../list-route.ts";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import { savedView, savedViewChange, savedViewCreation } from "../schemas/saved-view.ts";

const tag = "Saved views";

export const savedViewRoutes = [
  listRoute({
    path: "/views",
    operationId: "listViews",
    tag,
    summary: "List saved views",
    description: "Returns shared views, and the private views of the person who is signed in.",
    fields: SAVED_VIEW_FIELDS,
    item: savedView,
    find: ({ context, list }) => listSavedViews(context, list),
  }),
  route({
    method: "GET",
    path: "/views/:id",
    operationId: "getView",
    tag,
    summary: "Get a saved view",
    scope: "read",
    params: byId,
    status: 200,
    response: savedView,
    handle: ({ context, params }) => getSavedView(context, params.id),
  }),
  route({
    method: "POST",
    path: "/views",
    operationId: "createView",
    tag,
    summary: "Save a view of a list",
    description:
      "A view of a signed-in person is private unless `shared` is true. A view of an API key is always shared.",
    scope: "write",
    body: savedViewCreation,
    status: 201,
    response: savedView,
    handle: async ({ context, body, reply }) => located(reply, "/views", await createSavedView(context, body)),
  }),
  route({
    method: "PATCH",
    path: "/views/:id",
    operationId: "updateView",
    tag,
    summary: "Update a saved view",
    description: "A merge patch; `filters` and `columns` are replaced as a whole.",
    scope: "write",
    params: byId,
    body: savedViewChange,
    status: 200,
    response: savedView,
    handle: ({ context, params, body }) => updateSavedView(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/views/:id",
    operationId: "deleteView",
    tag,
    summary: "Delete a saved view",
    scope: "write",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteSavedView(context, params.id);
      return null;
    },
  }),
];
