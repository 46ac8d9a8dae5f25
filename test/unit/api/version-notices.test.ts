import { expect, test } from "vitest";
import { API_VERSIONS, type ApiVersion } from "../../../shared/api/versions/api-versions.ts";
import { announceVersions, refuseEndedVersions, versionNotices } from "../../../shared/api/versions/version-notices.ts";
import { addressBook } from "../../../shared/platform/addresses.ts";
import { CATALOGUE_VERSIONS } from "../../support/two-versions.ts";
import { UNSET_ADDRESSES } from "../../support/unset-addresses.ts";

const ORIGIN = "https://desk.example";
const addressesOf = addressBook({
  ...UNSET_ADDRESSES,
  ORIGIN,
  CATALOGUE_ORIGIN: "https://api.desk.example",
  ACCOUNT_ORIGIN: "https://account.desk.example",
});
const NOTICES = versionNotices("catalogue", CATALOGUE_VERSIONS);
const SUNSET = Date.UTC(2099, 0, 1);
const worker = { fetch: async (request: Request) => new Response(`served ${new URL(request.url).pathname}`) };

test("a Worker has no wrapper if no version is deprecated", () => {
  const none = [
    ...versionNotices("catalogue", API_VERSIONS.catalogue),
    ...versionNotices("account", API_VERSIONS.account),
  ];
  expect(announceVersions(none, addressesOf, worker)).toBe(worker);
  expect(refuseEndedVersions(none, addressesOf, worker, Date.now)).toBe(worker);
});

test("a redirect keeps its own Link header in addition to the notice", async () => {
  const redirecting = {
    fetch: async () => new Response(null, { status: 308, headers: { Location: "/x", Link: '</a>; rel="help"' } }),
  };
  const announced = announceVersions(NOTICES, addressesOf, redirecting);
  const { status, headers } = await announced.fetch(new Request(`${ORIGIN}/api/v1/plans`));
  expect([status, headers.get("Location")]).toEqual([308, "/x"]);
  expect(
    headers
      .get("Link")
      ?.split(", ")
      .map((link) => /rel="([^"]+)"/.exec(link)?.[1]),
  ).toEqual([...["help", "deprecation", "sunset", "successor-version"]]);
  expect(headers.get("Link")).toContain("<https://api.desk.example/api/v2/openapi.json>");
});

test("a response that passes through the front door has only one notice", async () => {
  const twice = announceVersions(NOTICES, addressesOf, announceVersions(NOTICES, addressesOf, worker));
  const { headers } = await twice.fetch(new Request(`${ORIGIN}/api/v1`));
  expect(headers.get("Deprecation")).toBe("@1767225600");
  expect(headers.get("Link")?.match(/successor-version/g)).toHaveLength(1);
});

test.each([`${ORIGIN}/api/v2/plans`, `${ORIGIN}/api/v10`, `${ORIGIN}/api/v1/account`, "https://other.example/api/v1"])(
  "%s does not belong to a deprecated version, so its response stays unchanged",
  async (address) => {
    const { headers } = await announceVersions(NOTICES, addressesOf, worker).fetch(new Request(address));
    expect([headers.get("Deprecation"), headers.get("Sunset"), headers.get("Link")]).toEqual([null, null, null]);
  },
);

test("the account's successor version is on the account's origin", async () => {
  const versions: ApiVersion[] = CATALOGUE_VERSIONS.filter(({ major }) => major > 0);
  const announced = announceVersions(versionNotices("account", versions), addressesOf, worker);
  const { headers } = await announced.fetch(new Request(`${ORIGIN}/api/v1/account/domains`));
  expect(headers.get("Link")).toContain("<https://account.desk.example/api/v2/account/openapi.json>");
});

test.each(["%76", "%2576"])("an encoded character does not select another version: /api/%s1", async (letter) => {
  const request = () => new Request(`${ORIGIN}/api/${letter}1/plans%FF`);
  const ended = await refuseEndedVersions(NOTICES, addressesOf, worker, () => SUNSET).fetch(request());
  const { headers } = await announceVersions(NOTICES, addressesOf, worker).fetch(request());
  const isTheSame = letter === "%76";
  expect([ended.status, headers.has("Deprecation")]).toEqual([isTheSame ? 410 : 200, isTheSame]);
});

test.each([
  [SUNSET - 1, 200],
  [SUNSET, 410],
])("at the time %i the version responds with %i, so it ends without a deployment", async (time, status) => {
  const refusing = refuseEndedVersions(NOTICES, addressesOf, worker, () => time);
  const answer = await refusing.fetch(new Request(`${ORIGIN}/api/v1/plans`));
  expect(answer.status).toBe(status);
  expect((await refusing.fetch(new Request(`${ORIGIN}/api/v2/plans`))).status).toBe(200);
  expect((await refusing.fetch(new Request(`${ORIGIN}/api/v1/account/domains`))).status).toBe(200);
});

test("an ended version under a foreign host name reveals nothing about the service", async () => {
  const refusing = refuseEndedVersions(NOTICES, addressesOf, worker, () => SUNSET);
  expect(await (await refusing.fetch(new Request("https://other.example/api/v1"))).text()).toBe("served /api/v1");
});
