import { expect, test } from "vitest";
import { invalidInput } from "../../../shared/api/definition/problems.ts";
import { secondsInWords } from "../../../shared/platform/language.ts";
import { tooManyOrders } from "../../../workers/account/actions/command-problem.ts";

test("each refused field is named in its own sentence", () => {
  const message = { en: "must be ticked", fr: "doit être coché" };
  const members = ["/a", "/b"].map((name) => ({ name, message }));
  const { detail, refused } = invalidInput("invalid_body", members);
  const [en, fr] = ["/a must be ticked. /b must be ticked.", "/a doit être coché. /b doit être coché."];
  expect(detail).toEqual({ en, fr });
  expect(refused.map(({ message: told }) => told.en)).toEqual(["must be ticked.", "must be ticked."]);
});

test("a number of seconds is written in the singular or plural", () => {
  expect(secondsInWords(1)).toEqual({ en: "1 second", fr: "1 seconde" });
  expect(secondsInWords(2)).toEqual({ en: "2 seconds", fr: "2 secondes" });
  const { en, fr } = tooManyOrders(1).detail;
  expect(en).toContain("in 1 second.");
  expect(fr).toContain("dans 1 seconde.");
});
