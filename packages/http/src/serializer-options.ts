/** The formats of our schemas are checked on the way in (validation.ts); the serialiser only has to know their names. */
export const SERIALIZER_OPTIONS = { ajv: { formats: { decimal: true, "date-time": true, date: true, uri: true } } };
