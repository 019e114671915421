/** The number of the organization `$1`, by which the tables that take every event name it: of a comparison, or of a new row. */
export const ORGANIZATION_NUMBER = "(select number from organization where id = $1)";
