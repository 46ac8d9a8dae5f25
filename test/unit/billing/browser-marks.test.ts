import { expect, test } from "vitest";
import { Signer } from "../../../shared/platform/service-key.ts";
import { browserMarks } from "../../../workers/billing/engine/sign-in/browser-marks.ts";

const marksSignedWith = (key: number) =>
  browserMarks(new Signer(async () => ({ original: new Uint8Array(32).fill(key).buffer })), (count) =>
    crypto.getRandomValues(new Uint8Array(count)),
  );
const marks = marksSignedWith(7);
const OWNER = { id: 11, password_salt: "aa" };
const CONTACT = { id: 12, password_salt: "aa" };

test("a mark identifies one login, at any position among a browser's marks", async () => {
  const [owner, contact] = [await marks.mint(OWNER), await marks.mint(CONTACT)];
  expect(await marks.find([contact, owner], OWNER)).toBe(owner);
  expect(await marks.find([contact], OWNER)).toBeNull();
  expect(await marks.find([owner], { ...OWNER, password_salt: "bb" }), "the password was changed").toBeNull();
});

test("two marks for the same login do not resemble each other", async () => {
  const [one = "", other = ""] = [await marks.mint(OWNER), await marks.mint(OWNER)];
  expect([...one].filter((letter, at) => letter === other[at]).length).toBeLessThan(10);
});

test("a mark that is made up, changed, truncated or signed with another key is invalid, and only a few marks are checked", async () => {
  const mark = await marks.mint(OWNER);
  const altered = mark.replace(/^./, (first) => (first === "A" ? "B" : "A"));
  const last = mark.replace(/.$/, (letter) => (letter === "A" ? "B" : "A"));
  const made = [
    "",
    last,
    "x",
    "A".repeat(36),
    altered,
    mark.slice(1),
    `${mark}A`,
    await marksSignedWith(8).mint(OWNER),
  ];
  for (const one of made) expect(await marks.find([one], OWNER), one).toBeNull();
  expect(await marks.find([...Array(5).fill(altered), mark], OWNER)).toBeNull();
});
