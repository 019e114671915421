import { expect, test } from "vitest";
import { createQuestion } from "../../src/server/question.ts";

test("all who ask while a question is open get the same reply, and the next question is a new one", async () => {
  const question = createQuestion();
  const first = [question.ask(), question.ask()];
  question.reply(true);
  expect(await Promise.all(first)).toEqual([true, true]);
  const next = question.ask();
  question.reply(false);
  expect(await next).toBe(false);
});
