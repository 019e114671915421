export { listAccountActivity } from "./account-activity.ts";
export { getMetadataOf, updateMetadataOf } from "./account-metadata.ts";
export { createNote, deleteNote, getNote, listNames, listNotes, updateNote } from "./account-notes.ts";
export { changeTagsOf, getTagsOf, listTags, setTagsOf, withTags } from "./account-tags.ts";
export { MOST_KEYS } from "./changed-metadata.ts";
export { MOST_TAG_CHARACTERS, MOST_TAGS } from "./changed-tags.ts";
export { ACCOUNT_NOTE_FIELDS, ACCOUNT_TAG_FIELDS, ACTIVITY_KINDS, PERSON_NAME_FIELDS } from "@counterfoil/storage";
