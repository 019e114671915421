export {
  findAbsentDashboardAreas,
  findDashboardFloorViolations,
  largestCircleOfDashboardAreas,
} from "./dashboard-floors.ts";
export { findAbsentAreas, findAreaViolations, findIdleFaceNames, largestCircleOfAreas } from "./area-boundaries.ts";
export { findBannedPhrasings } from "./banned-phrasings.ts";
export { findUnlimitedEventReaders } from "./event-readers.ts";
export { findComparedCoalesce } from "./index-conditions.ts";
export { findFloatAmounts, findFloats } from "./exact-money.ts";
export { findLongFiles } from "./file-length.ts";
export { findForeignWords } from "./foreign-words.ts";
export { findImportCircles, packageEntries } from "./import-circles.ts";
export { findUnsafeMigrations } from "./migrations.ts";
export { findModuleState, keepsNoState, type StatefulFile } from "./module-state.ts";
export { exportedNames, findAvoidedWords, findUnusedTerms, glossaryTerms } from "./names.ts";
export { findUnscopedStatements } from "./organization-in-sql.ts";
export { findBoundaryViolations } from "./package-boundaries.ts";
export { findRepeatedRows, tableColumns } from "./repeated-rows.ts";
export { isPackageSource, readRepository } from "./repository.ts";
export { definedRules, findUnknownRules } from "./rules.ts";
export { organizationTables } from "./schema.ts";
export type { ExemptStatement } from "./sql-statements.ts";
export { isNode, parse, type ParsedFile, walk } from "./syntax.ts";
export { clockPaths, findReplacedTime, findSystemTime } from "./system-time.ts";
export { findUntestedDecisions, isDecision } from "./untested-decisions.ts";
export { print } from "./violation.ts";
