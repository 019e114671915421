/**
 * The number of the organization `$1`, by which the tables with event names identify it, in conditions and new rows.
 */
export const ORGANIZATION_NUMBER = "(select number from organization where id = $1)";
