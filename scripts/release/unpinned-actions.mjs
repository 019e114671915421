/**
 * The actions of a workflow that are named by a tag or a branch, which others can move, instead of a commit.
 * @param {string} workflow
 * @returns {string[]}
 */
export function unpinnedActions(workflow) {
  const used = [...workflow.matchAll(/^\s*(?:-\s*)?uses:\s*["']?([^\s"'#]+)/gm)].map(([, action]) => action);
  return used.filter((action) => !action.startsWith("./") && !/@[0-9a-f]{40}$/.test(action));
}
