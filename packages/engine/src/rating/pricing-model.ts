import type { ExpressionModel } from "./models/expression.ts";
import type { FixedModel } from "./models/fixed.ts";
import type { GraduatedPercentageModel } from "./models/graduated-percentage.ts";
import type { GraduatedTieredModel } from "./models/graduated-tiered.ts";
import type { MatrixModel } from "./models/matrix.ts";
import type { PackageModel } from "./models/package.ts";
import type { PrepaidFixedTieredModel } from "./models/prepaid-fixed-tiered.ts";
import type { PrepaidTieredModel } from "./models/prepaid-tiered.ts";
import type { TieredModel } from "./models/tiered.ts";
import type { TieredPercentageModel } from "./models/tiered-percentage.ts";
import type { UnitModel } from "./models/unit.ts";
import type { VolumePercentageModel } from "./models/volume-percentage.ts";

/** How a price turns a quantity into an amount (R-RATE-2): one member of the union for each {@link PriceType}. */
export type PricingModel =
  | FixedModel
  | UnitModel
  | TieredModel
  | GraduatedTieredModel
  | TieredPercentageModel
  | GraduatedPercentageModel
  | VolumePercentageModel
  | PrepaidTieredModel
  | PrepaidFixedTieredModel
  | PackageModel
  | MatrixModel
  | ExpressionModel;

/** The models that charge in advance for units and in arrears for usage above them. */
export type PrepaidModel = PrepaidTieredModel | PrepaidFixedTieredModel;
