/** A tool that could not do what was asked. The model reads the text, so it says what to do next. */
export class ToolFailure extends Error {}
