import { expect, test } from "vitest";
import { sharedDocumentHosts } from "../../../workers/account/oauth/shared-document-hosts.ts";

const isShared = sharedDocumentHosts(["uploads.provider.example"]);

test.each([
  ...["cdn.jsdelivr.net", "unpkg.com", "storage.googleapis.com", "raw.githubusercontent.com", "huggingface.co"],
  ...["s3.amazonaws.com", "claude.s3.eu-west-1.amazonaws.com", "assistant.blob.core.windows.net"],
  ...["pub-0123.r2.dev", "registry.packages.example", "files.packages.example", "cdn.vendor.example"],
  ...["uploads.provider.example", "a.uploads.provider.example"],
])("anyone can publish documents on %s", (host) => expect(isShared(host)).toBe(true));

test.each([
  ...["claude.ai", "app.example.com", "notunpkg.com", "unpkg.com.example", "provider.example", "profiles.example"],
])("only one owner can publish documents on %s", (host) => expect(isShared(host)).toBe(false));
