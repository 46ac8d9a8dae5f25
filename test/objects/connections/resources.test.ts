import { expect, test } from "vitest";
import { MINUTE, pass } from "../../support/clock.ts";
import { ASKED_OF, READ_RESOURCE, TestConnection, tokensIn } from "../support/test-connection.ts";

const { resource: WHOLE } = ASKED_OF;
const INVALID_TARGET = [400, "invalid_target"];

/** Returns the resources for which an access token is admitted. */
async function goodFor(connection: TestConnection, token: string): Promise<string[]> {
  const admitted: string[] = [];
  // Each resource is checked twice because the second result comes from memory.
  for (const resources of [[WHOLE], [READ_RESOURCE], [WHOLE, READ_RESOURCE], [WHOLE], [READ_RESOURCE]]) {
    const { outcome } = await connection.admit(token, 1, null, "account:read", resources);
    if (outcome === "admitted") admitted.push(resources.join(" "));
  }
  return admitted;
}

test.each([
  [WHOLE, READ_RESOURCE],
  [READ_RESOURCE, WHOLE],
])("tokens for %s stay limited to that resource, and the code and refreshes refuse %s", async (own, other) => {
  const connection = new TestConnection({ scopes: ["account:read"] });
  const form = connection.codeForm(await connection.open({ resource: own }));
  const only = [own, `${WHOLE} ${READ_RESOURCE}`, own];

  expect(await connection.errorOf({ ...form, resource: other })).toEqual(INVALID_TARGET);
  const answer = await connection.post(form);
  const first = tokensIn(answer);
  expect(JSON.parse(answer.body)).toMatchObject({ resource: own, scope: "account:read" });
  expect(await goodFor(connection, first.access_token)).toEqual(only);

  const asking = { grant_type: "refresh_token", refresh_token: first.refresh_token };
  expect(await connection.errorOf({ ...asking, resource: other })).toEqual(INVALID_TARGET);
  const second = await connection.refreshed(first.refresh_token);
  expect(await goodFor(connection, second.access_token)).toEqual(only);
  // A used refresh token gets the same response for a minute, and a new response after that.
  expect(await connection.errorOf({ ...asking, resource: other })).toEqual(INVALID_TARGET);
  expect(await connection.refreshed(first.refresh_token, { resource: own })).toEqual(second);
  pass(2 * MINUTE);
  expect(await connection.errorOf({ ...asking, resource: other })).toEqual(INVALID_TARGET);
  const again = await connection.refreshed(first.refresh_token, { resource: own });
  expect(await goodFor(connection, again.access_token)).toEqual(only);
});
