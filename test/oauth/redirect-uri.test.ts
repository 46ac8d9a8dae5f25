import { expect, test } from "vitest";
import { placeOf, redirectRefusal } from "../../workers/account/oauth/redirect-uri.ts";

test.each([
  ["https://app.example/callback", "app.example"],
  ["https://app.example:8443/callback?tenant=1", "app.example:8443"],
  ["https://app.example:443/callback", "app.example"],
  ["http://localhost/callback", "localhost"],
  ["http://127.0.0.1:33418/", "127.0.0.1:33418"],
  ["http://127.255.0.1/", "127.255.0.1"],
  ["http://[::1]:8080/callback", "[::1]:8080"],
  ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor:"],
  ["com.example.app:/callback", "com.example.app:"],
  ["vscode://frontdesk/callback", "vscode:"],
])("%s may receive a code, at %s", (uri, place) => {
  expect(redirectRefusal(uri)).toBeNull();
  expect(placeOf(uri)).toBe(place);
});

test.each([
  "",
  "/callback",
  "app.example/callback",
  "http://app.example/callback",
  "http://localhost.example/callback",
  "http://127.0.0.1.example/callback",
  "http://10.0.0.1/callback",
  "http://0.0.0.0/callback",
  "https://app.example/callback#part",
  "https://app.example/callback#",
  "https://user@app.example/callback",
  "https://user:secret@app.example/callback",
  "https://app.example\\@evil.example/callback",
  "https://app.example/call back",
  "https://app.example/callback\n",
  " https://app.example/callback",
  "https://bücher.example/callback",
  "https://",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,hi",
  "file:///etc/passwd",
  "blob:https://app.example/1",
  "about:blank",
  "vbscript:msgbox(1)",
  "view-source:https://app.example/",
  "filesystem:https://app.example/temporary/x",
  "intent://app.example/#Intent;end",
  "intent://app.example/",
  "mailto:someone@app.example",
  "ftp://app.example/callback",
  "wss://app.example/callback",
  `https://app.example/${"a".repeat(2_000)}`,
])("%j may not", (uri) => {
  expect(redirectRefusal(uri)).not.toBeNull();
});
