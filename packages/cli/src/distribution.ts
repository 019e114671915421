/** Whether this is the npm package instead of a checkout. The build of the package replaces this module. */
export const isPackage: boolean = false;
