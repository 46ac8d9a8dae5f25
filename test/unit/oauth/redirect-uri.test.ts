import { expect, test } from "vitest";
import {
  placeOf,
  redirectRefusal,
  returnsToLoopback,
  returnsUnder,
} from "../../../workers/account/oauth/redirect-uri.ts";

const KNOWN = new Set(["cursor", "vscode", "ms-word", "chrome"]);

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
  ["com.googleusercontent.apps.1234-abc:/oauth2redirect", "com.googleusercontent.apps.1234-abc:"],
  ["msauth.com.example.app://auth", "msauth.com.example.app:"],
])("%s may receive a code, at %s", (uri, place) => {
  expect(redirectRefusal(uri, KNOWN)).toBeNull();
  expect(placeOf(uri)).toBe(place);
});

const REFUSED: Record<string, string[]> = {
  "no whole address": ["", "/callback", "app.example/callback", "https://"],
  "plain http to another machine": [
    ...["http://app.example/callback", "http://localhost.example/callback", "http://127.0.0.1.example/callback"],
    ...["http://10.0.0.1/callback", "http://0.0.0.0/callback"],
  ],
  "a fragment": ["https://app.example/callback#part", "https://app.example/callback#"],
  "a login": ["https://user@app.example/callback", "https://user:secret@app.example/callback"],
  "characters that no address has": [
    ...["https://app.example\\@evil.example/callback", "https://app.example/call back"],
    ...["https://app.example/callback\n", " https://app.example/callback", "https://bücher.example/callback"],
  ],
  "a pattern": ["https://*.example/cb", "https://app.*/cb", "https://%2a.example/cb", "https://*/cb"],
  "what runs or shows something": [
    ...["javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "\u0001javascript:alert(1)"],
    ...["data:text/html,hi", "file:///etc/passwd", "blob:https://app.example/1", "about:blank", "vbscript:msgbox(1)"],
    ...["view-source:https://app.example/", "filesystem:https://app.example/temporary/x"],
  ],
  "another protocol": [
    ...["intent://app.example/#Intent;end", "intent://app.example/", "mailto:someone@app.example"],
    ...["ftp://app.example/callback", "wss://app.example/callback", "ssh://evil.example", "telnet://evil.example"],
    ...["ldap://evil.example/x", "ldaps://evil.example/x", "sftp://evil.example/x", "ftps://evil.example/x"],
    "smb://evil.example/share",
  ],
  // Two of them are on the list of known ones by mistake.
  "what opens something of the operating system or the browser": [
    ...["ms-msdt:/id%20PCWDiagnostic", "ms-word:ofe%7cu%7chttps://evil.example/x.docx", "MS-Settings:"],
    ...["ms-officecmd:x", "search-ms:query=x&crumb=location:%5c%5cevil.example", "search:x", "shell:startup"],
    ...["itms-services://?action=download-manifest", "itms-apps://evil", "chrome://settings", "edge://settings"],
    ...["chrome-extension://abc/x.html", "moz-extension://abc/x.html", "microsoft-edge:https://evil.example"],
    ...["firefox://open-url?url=https://evil.example", "googlechrome://evil.example", "googlechromes://evil.example"],
    ...["x-safari-https://evil.example", "resource://gre/x", "res://x", "mhtml:file", "com.apple.tv://x"],
    ...["x-apple.systempreferences:com.apple.preference.security", "com.microsoft.3dviewer:x"],
  ],
  "nobody's in particular": [
    ...["steam://run/1", "zoommtg://zoom.us/join", "myapp://callback", "web+mcp://callback"],
    ...[".app:/callback", "com..app:/callback", "com.app.:/callback"],
  ],
  "too long": [`https://app.example/${"a".repeat(2_000)}`],
};

test.each(Object.entries(REFUSED))("%s may not", (_, uris) => {
  for (const uri of uris) expect(redirectRefusal(uri, KNOWN), uri).not.toBeNull();
});

test("what is on this machine, and what is under a host", () => {
  expect(["http://localhost:1/cb", "http://127.0.0.1/cb", "http://[::1]/cb"].every(returnsToLoopback)).toBe(true);
  expect(["https://localhost/cb", "cursor://cb", "https://app.example/cb"].some(returnsToLoopback)).toBe(false);
  for (const uri of ["https://app.example/cb", "https://app.example:8443/cb", "https://a.b.app.example/cb"]) {
    expect(returnsUnder(uri, "app.example"), uri).toBe(true);
  }
  for (const host of ["https://evilapp.example/cb", "https://example/cb", "https://app.example.evil.example/"])
    expect(returnsUnder(host, "app.example"), host).toBe(false);
  expect(returnsUnder("cursor://app.example", "app.example")).toBe(false);
  expect(returnsUnder("https://localhost/cb", "localhost:8443")).toBe(true);
});
