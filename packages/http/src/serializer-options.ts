/** validation.ts checks the formats of our schemas in requests; the serializer only needs to know their names. */
export const SERIALIZER_OPTIONS = {
  ajv: { formats: { decimal: true, "date-time": true, date: true, uri: true } },
} as const;
