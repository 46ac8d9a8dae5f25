import { expect, test } from "vitest";
import { oauthRules } from "../../../workers/account/oauth/oauth-settings.ts";
import { sharedDocumentHosts } from "../../../workers/account/oauth/shared-document-hosts.ts";

const isShared = sharedDocumentHosts(["uploads.provider.example"]);

test.each([
  ...["cdn.jsdelivr.net", "unpkg.com", "storage.googleapis.com", "raw.githubusercontent.com", "huggingface.co"],
  ...["s3.amazonaws.com", "claude.s3.eu-west-1.amazonaws.com", "assistant.blob.core.windows.net"],
  ...["pub-0123.r2.dev", "registry.packages.example", "files.packages.example", "cdn.vendor.example"],
  ...["uploads.provider.example", "a.uploads.provider.example"],
])("anybody may publish at %s", (host) => expect(isShared(host)).toBe(true));

test.each([
  ...["claude.ai", "app.example.com", "notunpkg.com", "unpkg.com.example", "provider.example", "profiles.example"],
])("%s is its owner's", (host) => expect(isShared(host)).toBe(false));

const SET = { APPLICATION_SCHEMES: "cursor  vscode", SHARED_DOCUMENT_HOSTS: "", REGISTRATIONS_PER_DAY: "10000" };

test("the settings are read, and one that is wrong is named", () => {
  expect(oauthRules(SET)).toEqual({
    applicationSchemes: new Set(["cursor", "vscode"]),
    sharedHosts: [],
    registrationsPerDay: 10_000,
  });
  for (const wrong of [
    { APPLICATION_SCHEMES: "cursor://" },
    { APPLICATION_SCHEMES: "com.example.app" },
    { SHARED_DOCUMENT_HOSTS: "https://host.example" },
    { REGISTRATIONS_PER_DAY: "0" },
    { REGISTRATIONS_PER_DAY: "many" },
    { REGISTRATIONS_PER_DAY: "" },
  ]) {
    expect(() => oauthRules({ ...SET, ...wrong })).toThrow(Object.keys(wrong)[0] as string);
  }
});
