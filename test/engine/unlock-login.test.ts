import { expect, test } from "vitest";
import { AddressLimit } from "../../shared/platform/address-limit.ts";
import { signInAttempts } from "../../workers/billing/engine/sign-in/sign-in-attempts.ts";
import { engineOperator } from "../../workers/billing/operator/engine-operator.ts";
import { CALL, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { NO_HOLDS } from "../support/memory-holds.ts";
import { countingObjects } from "../unit/support/counting-objects.ts";
import { actingEngine, NOW } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const { db, sql } = await actingScene();
const limit = () => signInAttempts(new AddressLimit(countingObjects(() => NOW).objects, () => NOW));
const operator = engineOperator(db, () => NOW, NO_HOLDS);

/** Creates an engine that accepts only the password `right`. Returns a function that signs in. */
function engineWith(signInLimit: ReturnType<typeof limit>) {
  const deriveKey = async (password: string) => {
    const hash = await sql.value<string>("SELECT password_hash FROM logins WHERE id = ?", LOGINS.owner);
    const derived = Uint8Array.fromHex(hash ?? "");
    return password === "right" ? derived : derived.fill(0);
  };
  const { engine } = actingEngine(db, { deriveKey, signInLimit });
  return (password: string, email = "owner@maple.example") =>
    valueIn(engine.signIn(CALL, { email, password, address: "203.0.113.7", marks: [] })).then(({ outcome }) => outcome);
}

test("the operator can unlock a login that waits after wrong passwords, and other logins still wait", async () => {
  const signIn = engineWith(limit());
  for (const email of ["owner@maple.example", "big@maple.example"])
    for (let time = 0; time < 10; time++) expect(await signIn("wrong", email)).toBe("refused");
  expect(await signIn("right")).toBe("too_many");
  expect(await operator.unlock(LOGINS.owner)).toMatchObject({ isDone: true });
  expect(await signIn("right")).toBe("signed_in");
  expect(await signIn("right", "big@maple.example")).toBe("too_many");
});

test("unlocking a login does not lift the limit for the network, and an unknown login is reported", async () => {
  const signIn = engineWith(limit());
  for (const email of ["a@maple.example", "b@maple.example", "c@maple.example"])
    for (let time = 0; time < 10; time++) await signIn("wrong", email);
  expect(await operator.unlock(LOGINS.owner)).toMatchObject({ isDone: true });
  expect(await signIn("right")).toBe("too_many");
  expect(await operator.unlock(999_999)).toEqual({ isDone: false, text: "There is no login 999999." });
});
