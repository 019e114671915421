export { type Answered, answerOnce, answerRepeatable, inOneTransaction, type OnceRequest } from "./answer-once.ts";
export { forgetAnswers } from "./forget-answers.ts";
export { isAnswered } from "./is-answered.ts";
