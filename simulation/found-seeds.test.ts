import { createDocumentRenderer } from "@counterfoil/documents";
import { afterAll, expect, test } from "vitest";
import { createProcesses } from "./platform/processes.ts";
import { startSimulationServer } from "./platform/server.ts";
import { runSeed } from "./run.ts";

/** Seeds that once failed, with what was wrong. What they taught about billing is told by tests of the engine and stories, too. */
const FOUND: [seed: number, fault: string][] = [
  [48, "a price that had begun without a charge was not charged when it came back with one"],
  [64, "an end before the agreed one, with nothing given back, was audited beyond the term"],
  [66, "a later date was billed before a draft that had waited was issued"],
  [81, "a price that was sold only while it was paused was audited as staying charged"],
  [136, "a price that went on after all on the day it had left was audited as gone"],
  [175, "the grace of a correction was audited in the zone of a later day"],
  [268, "a credit was lost because what it gives back was on a skipped invoice"],
  [282, "days that stayed charged after a price left on the day it was billed were not given back when paused"],
  [358, "a period that was billed on the day its price left was billed again when it came back"],
  [381, "a day that was given back and charged anew was taken for billed twice"],
  [390, "a day that had begun in one zone and was still to come in the next was audited too early"],
  [442, "a skipped draft had to have a number"],
  [550, "a change was audited on days that are still to come after a move west"],
  [699, "a correction that was due at once was put off by a move west"],
  [760, "a credit of what a skipped invoice had charged was taken for one of nothing"],
  [857, "a change on an invoiced day that is still to come after a move west was audited too late"],
  [1151, "a maximum of no days on the first billing date took off what its first period had charged"],
  [1400, "what stays charged was audited as given back after a pause, when the price left once more"],
  [1470, "what a change did not charge before invoices were ours was audited as billed elsewhere"],
  [1482, "a stub was audited as one line over a day on which its price was given back and began anew"],
  [1531, "a stub was billed in two pieces because a price was left out and brought back before anything was billed"],
  [1536, "what stays charged was audited as ending where the price, back by then, left once more"],
  [
    1562,
    "a price that was left out by a version that never had its day was credited, and charged anew in another month's maximum",
  ],
  [1626, "what stays charged was audited as ending where an end of the price, known beforehand, came later"],
  [1682, "a price that was sold for no day before invoices were ours was audited as billed elsewhere"],
  [1698, "the rest of what stays charged was audited as given back when the price left once more"],
  [
    1700,
    "paused days of a price that had left on the day it was billed were only given back where something else was due",
  ],
  [1896, "a stub that stays charged was audited as ending where the price, back by then, left with a credit"],
  [2243, "a price was billed only up to a day on which a plan that was replaced before it had left it out"],
  [2261, "a price that was paused from the first day of its stub was audited as staying charged after the end"],
  [2287, "a stub was audited as charged after its price was given back and began anew without a charge"],
  [2508, "a stub that stays charged was audited as ending on its last day, on which the price left once more"],
  [2623, "what stays charged was audited as given back when the price came back in a pause and left after it"],
  [2662, "a stub that stays charged was audited as ending with a later change of an ending contract"],
  [2792, "a version that starts on the day that Samoa left out was audited by the day after it"],
  [2805, "a price that was added on the first day of a pause was charged for the pause"],
  [2852, "prepaid units of a stub were audited as one line over a day on which they began anew"],
  [2939, "a maximum of no days was taken off at a change on the first billing date"],
  [3049, "a change before a known end was audited as leaving nothing charged beyond that end"],
  [
    3118,
    "a price that began, left without a credit and came back on one day was audited as kept when it left for good",
  ],
  [3708, "a rest that was billed at once was not noted as the last billing: a change on its day charged the day"],
  [4363, "what a price that left as a period began had not been billed elsewhere for it was audited as billed there"],
  [4664, "late usage of a part of prepaid units was corrected by that part, though later ones had been rated after it"],
  [
    4962,
    "a price that was charged on the day it left, after a pause of all days before it, was charged again on its return",
  ],
  [
    5156,
    "paused days of what stays charged were audited as given back where it had been billed to, before the pause was over",
  ],
  [
    5890,
    "overage was audited as late after any late event: what a pause since then took of its units was corrected before the next part took it",
  ],
  [
    6652,
    "a contract that was canceled on a day that had been billed waited for its next step: late usage was not corrected",
  ],
  [6916, "a contract written from the day that Samoa left out began with the day after it, and so did its trial"],
  [
    7379,
    "a discount of a charge and of a credit, in one line, counted in the week of the credit: this week's maximum took off too much",
  ],
  [
    7719,
    "a price billed up to the day on which it was to leave, and staying after all on that day, had its rest left out",
  ],
  [
    7776,
    "a price was audited as free from a day before which it was sold after all, by a later version, with a charge",
  ],
  [8507, "an end that was invoiced at once was not audited on a day that is still to come after a move west"],
  [8571, "the credit of 5156 was audited too early where the pause went on for more than a day after what was billed"],
  [
    9681,
    "what was given back, begun anew without a charge and left out, all on one day, was audited as staying charged",
  ],
  [9692, "the same as 6652, without a move between two zones"],
];

/** Seeds that failed for what gives back of issued invoices, which the ones above know nothing of. */
const FOUND_GIVEN_BACK: [seed: number, fault: string][] = [
  [20005, "what a correction gave back was put down to the oldest invoice, of whose line nothing was left"],
  [
    20015,
    "an invoice that had returned credit to grants counted it as draws: giving back from it made credit of nothing",
  ],
  [20018, "a correction took a discounted line past the total of an invoice that a note had credited"],
  [
    20046,
    "a line was given back beyond its invoice, for a maximum over several weeks was counted as taken back with it",
  ],
  [20073, "a credit was taxed before the draft that it credits, which was decided again and had no taxes yet"],
  [20089, "an invoice was overdue on the day on which it was due, a day that its zone left out"],
  [20097, "a pause and an end on one day shared what a note had left by no order that anyone could tell"],
  [20113, "a voided correction came back with late usage of the months around it"],
  [
    20254,
    "corrections of a charge on two invoices went past the total of the first, whose discount a note had left out",
  ],
  [20394, "an invoice that was left out kept the taxes of its draft, and its lines had others"],
  [
    20402,
    "a credit that was issued before the draft that it credits was held against the taxes of that as it was issued",
  ],
  [20416, "what a correction gave back was put down to an invoice of which less was left"],
  [20542, "a note gave back more than its invoice, for a correction on it was taken as given back later"],
  [20514, "what a correction took of which invoice followed from the order in which drafts were decided again"],
  [20608, "of two corrections that were issued together the second took its tax from the first, which had none yet"],
  [20612, "what a shortened spend limit gave back was credit to spend, while invoices of its month were overdue"],
  [20633, "a note gave back more than its invoice, for a true-up on it was taken as given back later"],
  [20765, "what a second note and a void left of an invoice was told from the sums of its lines"],
  [20771, "an invoice was voided of which a shortened spend limit had given back"],
  [20781, "a line kept its taxes in one order and their shares in another"],
  [20932, "books told a line's taxes in an order that was not the line's own"],
  [20845, "a charge and a credit that nearly cancel were given a tax that was neither's"],
  [30459, "what an upgrade had taken back was forgotten in the audit once the upgrade was voided and billed again"],
  [31037, "a one-off that was let go was billed once more when its day was billed a second time"],
  [31093, "of corrections that were issued in one go, the last gave as money what a grant had paid"],
  [31237, "the audit took a draft for one that gives back, though its usage charged more by then"],
  [31314, "the audit allowed a line one cent of rounding, though each of its two taxes is rounded"],
  [31439, "a draft that was put aside kept the total of the lines that it had before"],
  [31471, "the audit taxed what is issued in one go by drafts that come after it"],
  [31588, "a credit of a draft forgot the taxes of its line once that draft was counted again"],
  [31730, "a credit gave back of a draft of the same go only what that came to before its tax"],
  [31621, "what a note had given back could be charged anew, and the audit took that for billed twice"],
  [31897, "the audit forgot that a later draft charged back what a maximum had taken off"],
  [31946, "a credit gave back of two drafts of the same go only what these came to before their tax"],
  [31872, "the audit took a note to have come before an end that was sent at the same moment"],
  [33045, "a price of nothing that was sold again on its day was taken for billed twice"],
  [34171, "a correction did not reach past an invoice that was free to the one that had been charged"],
  [34116, "a discount that a credit left unused did not reduce usage that another invoice had billed in its period"],
  [34646, "of an invoice whose maximum was moved, nothing came back of the invoice that had paid for it"],
  [34633, "a percentage that a note limits could not be billed next to one on a minimum"],
  [34703, "the same, with grouped usage"],
  [35191, "the audit took a line for billed twice whose credit was on a draft in the place of a void invoice"],
  [36131, "what an end had cut off was never billed when that end was withdrawn during a pause"],
  [36003, "a move over the date line left a day without time, over which no weighted sum could be measured"],
  [35180, "a price that left on the day on which its pause ended was billed beyond what that day had billed"],
  [35422, "the audit gave no credit for which a maximum of the same invoice leaves room"],
  [35588, "the audit put an adjustment under taxes under which a limit had taken off nothing"],
  [35819, "the same, of a discount that was taken back"],
  [40132, "verify compared notes with the lines of an invoice without tax"],
  [40044, "what counted on too much of a maximum was decided without any of it"],
  [36059, "an end that was withdrawn was audited as having cut off what was billed elsewhere"],
  [35894, "the audit did not count a draft once more as it was put aside"],
  [35913, "the audit kept charged what a later change had left so, when the price was left out before that change"],
  [36097, "the audit set what an invoice came to with tax against its lines without"],
  [50220, "the audit charged days again of which the credit had rounded to nothing"],
  [50583, "a minimum that later usage had replaced counted for nothing when that usage was given back"],
  [50749, "a correction of an ended contract billed its day again, if the corrected invoice was voided before"],
  [
    50956,
    "a move from Pago Pago to Kiritimati let a day begin before the one before it, and a pause ended before it began",
  ],
  [51269, "a preview read usage after it had issued an invoice, against the lock order"],
  [50809, "the audit did not expect credit of an unpaid invoice to which a discount had moved"],
  [51626, "the simulation took another draft of the billing date for the one it had picked"],
  [51855, "the audit corrected usage again whose correction was voided, though what came since had changed nothing"],
  [52216, "the audit counted a one-off before the service starts in the first period of a limit"],
  [53012, "a discount moved to an invoice without a line of it, whose credit was taken for credit of nothing"],
  [53016, "a note and an end were put in the wrong order where the end gives back nothing of the line"],
  [53092, "the audit took a price that left before, with a credit of zero, as going on on a later day"],
  [53366, "verify missed that a line which takes back a maximum also holds what the maximum takes off new charges"],
  [53443, "a maximum was split by taxes in proportion to sums that nearly canceled, with all of a longer line"],
  [54284, "terms of an account that moved west ended a day early from the second renewal on"],
  [54319, "the audit put what an end had cut off before a pause on the invoice of the day, not on its own"],
  [54254, "the audit forgot late usage as unchanged before the change of contract that corrected it"],
  [54883, "the audit expected the taxes of a rebilled line, not of the void one, on what had been given back before"],
  [54902, "the audit billed voided usage again when a change on its billing date looked at the day once more"],
  [55109, "the audit gave back of an invoice that did not exist yet, made after a move west for an earlier date"],
  [55284, "the audit charged again what a change had given back when an end of that day gave nothing back"],
  [55389, "verify expected the taxes of a draft as issued on what a skipped invoice had given back of it before"],
  [55262, "a minimum was not settled again by a correction before the end to which the contract had been billed"],
  [55448, "the discount of a price on trial was counted from a version that starts before the contract"],
  [56420, "usage without the property of the groups was taken for the line of a period without usage"],
  [56779, "the audit took credit that an invoice took back for the same amount that was asked for later"],
  [96016, "the audit corrected a part of a period of overage after late usage that changed nothing of the period"],
  [30564, "late usage that charged more also enlarged what an earlier correction had given back without tax"],
];

/** One of sixteen, because each takes seconds; COUNTERFOIL_SEEDS=all runs all. */
const step = process.env["COUNTERFOIL_SEEDS"] === "all" ? 1 : 16;
const seeds = FOUND.filter((_found, index) => index % step === step - 1);
const withMoney = FOUND_GIVEN_BACK.filter((_found, index) => index % step === step - 1);

const server = await startSimulationServer();
const processes = createProcesses(server);
const documents = createDocumentRenderer();
afterAll(async () => {
  await documents.close();
  await processes.stop();
  await server.stop();
});

test.concurrent.each(seeds)("seed %i: %s", { timeout: 300_000 }, async (seed) => {
  const nextOrganizationId = (one: number) => `org_found${one}`;
  const { faults, invoices } = await runSeed(
    { server, processes, documents, nextOrganizationId },
    { seed, isUnpaid: true },
  );
  expect(faults).toEqual([]);
  expect(invoices).toBeGreaterThan(0);
});

test.concurrent.each(withMoney)("seed %i, with money: %s", { timeout: 600_000 }, async (seed) => {
  const nextOrganizationId = (one: number) => `org_returned${one}`;
  const { faults } = await runSeed({ server, processes, documents, nextOrganizationId }, { seed });
  expect(faults).toEqual([]);
});
