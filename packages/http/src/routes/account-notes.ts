import {
  ACCOUNT_NOTE_FIELDS,
  createNote,
  deleteNote,
  getNote,
  listNames,
  listNotes,
  PERSON_NAME_FIELDS,
  updateNote,
} from "@counterfoil/service";
import Type from "typebox";
import { listRoute } from "../list-route.ts";
import { route } from "../route.ts";
import { note, noteInput, personName } from "../schemas/account-note.ts";
import { byId, inPath, resourceId } from "../schemas/schema.ts";

const tag = "Accounts";

const byIdAndNote = Type.Object({ id: resourceId, noteId: inPath("The ID of the note.") });

export const accountNoteRoutes = [
  listRoute({
    path: "/accounts/:id/notes",
    operationId: "listAccountNotes",
    tag,
    summary: "List the notes of an account",
    params: byId,
    fields: ACCOUNT_NOTE_FIELDS,
    item: note,
    find: ({ context, params, list }) => listNotes(context, params.id, list),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/notes",
    operationId: "createAccountNote",
    tag,
    summary: "Add a note to an account",
    description:
      "Customers never see notes. A mentioned person gets an email, if the server sends email, and Counterfoil sends the notification " +
      "`account.note.mentioned`, which does not contain the text.",
    scope: "write",
    params: byId,
    body: noteInput,
    status: 201,
    hasLocation: false,
    response: note,
    handle: ({ context, params, body }) => createNote(context, params.id, body.text),
  }),
  route({
    method: "GET",
    path: "/accounts/:id/notes/:noteId",
    operationId: "getAccountNote",
    tag,
    summary: "Get a note",
    scope: "read",
    params: byIdAndNote,
    status: 200,
    response: note,
    handle: ({ context, params }) => getNote(context, params.id, params.noteId),
  }),
  route({
    method: "PATCH",
    path: "/accounts/:id/notes/:noteId",
    operationId: "updateAccountNote",
    tag,
    summary: "Update a note",
    description: "Only the author can update a note. Returns 409 to others.",
    scope: "write",
    params: byIdAndNote,
    body: noteInput,
    status: 200,
    refusals: ["state_conflict"],
    response: note,
    handle: ({ context, params, body }) => updateNote(context, params.id, params.noteId, body.text),
  }),
  route({
    method: "DELETE",
    path: "/accounts/:id/notes/:noteId",
    operationId: "deleteAccountNote",
    tag,
    summary: "Delete a note",
    description: "Only the author can delete a note. Returns 409 to others.",
    scope: "write",
    params: byIdAndNote,
    status: 204,
    refusals: ["state_conflict"],
    response: null,
    async handle({ context, params }) {
      await deleteNote(context, params.id, params.noteId);
      return null;
    },
  }),
  listRoute({
    path: "/people/names",
    operationId: "listPeopleNames",
    tag: "People",
    summary: "List the names of people",
    description: "For mentions in notes. Contains no email addresses and no roles.",
    fields: PERSON_NAME_FIELDS,
    item: personName,
    find: ({ context, list }) => listNames(context, list),
  }),
];
