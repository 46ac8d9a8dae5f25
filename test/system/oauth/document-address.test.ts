import { expect, test } from "vitest";
import { mayBeFetched } from "../../../workers/account/oauth/metadata-document.ts";
import { useDocumentHost } from "./support/document-host.ts";
import { useOAuthDoor } from "./support/oauth-door.ts";

const door = useOAuthDoor();
const canary = useDocumentHost();

/** Addresses that no deployment may ask; `PORT` is the canary's. By what is wrong with them. */
const REFUSED: Record<string, string[]> = {
  "not https, or not the address of something": [
    ...["http://app.example.com/client.json", "http://localhost:PORT/client.json"],
    ...["HTTP://localhost:PORT/client.json", "https:localhost:PORT/client.json"],
    ...["https:/localhost:PORT/client.json", "https:///localhost:PORT/client.json", "https://"],
    ...["https://app.example.com", "https://app.example.com/", "https://localhost:PORT"],
  ],
  "something besides scheme, host and path": [
    ...["https://app.example.com/client.json?to=https://localhost:PORT/"],
    ...["https://app.example.com/client.json?", "https://app.example.com/client.json#top"],
    ...["https://app.example.com/client.json#", "https://user@localhost:PORT/client.json"],
    ...["https://user:secret@localhost:PORT/client.json"],
    ...["https://app.example.com@localhost:PORT/client.json", "https://@localhost:PORT/client.json"],
  ],
  "segments and characters that a parser drops or rewrites": [
    ...["https://localhost:PORT/a/../client.json", "https://localhost:PORT/./client.json"],
    ...["https://localhost:PORT/a/%2e%2e/client.json", "https://localhost:PORT/a/.%2E/client.json"],
    ...["https://app.example.com/a/%252e%252e/client.json", "https://localhost:PORT\\client.json"],
    ...["https://localhost:PORT/client\\..\\x.json", "https://local\thost:PORT/client.json"],
    ...["https://localhost:PORT/cli\r\nent.json", " https://localhost:PORT/client.json"],
    ...["https://localhost:PORT/client.json ", "https://local\u00adhost:PORT/client.json"],
    ...["https://ｌｏｃａｌｈｏｓｔ:PORT/client.json", "https://App.Example.com/client.json"],
    ...["HTTPS://app.example.com/client.json"],
  ],
  "this machine and its network, in every spelling": [
    ...["https://localhost:PORT/client.json", "https://LOCALHOST:PORT/client.json"],
    ...["https://localhost.:PORT/client.json", "https://127.0.0.1:PORT/client.json"],
    ...["https://127.1:PORT/client.json", "https://2130706433:PORT/client.json"],
    ...["https://0x7f000001:PORT/client.json", "https://0x7f.1:PORT/client.json"],
    ...["https://0177.0.0.1:PORT/client.json", "https://0.0.0.0:PORT/client.json"],
    ...["https://[::1]:PORT/client.json", "https://[::]:PORT/client.json"],
    ...["https://[::ffff:127.0.0.1]:PORT/client.json", "https://[::ffff:7f00:1]:PORT/client.json"],
    ...["https://[0:0:0:0:0:0:0:1]:PORT/client.json"],
    ...["https://169.254.169.254/latest/meta-data/client.json", "https://10.0.0.1/client.json"],
    ...["https://192.168.1.1/client.json", "https://8.8.8.8/client.json"],
    ...["https://[2001:db8::1]/client.json", "https://[fe80::1]/client.json"],
  ],
  "names that are not of the public internet": [
    ...["https://intranet/client.json", "https://printer.local/client.json"],
    ...["https://metadata.google.internal/client.json", "https://app.localhost:PORT/client.json"],
    ...["https://router.home.arpa/client.json", "https://hidden.onion/client.json"],
    ...["https://app.test/client.json", "https://app.invalid/client.json", "https://nas.lan/client.json"],
    ...["https://wiki.corp/client.json", "https://wiki.intranet/client.json"],
    ...["https://box.home/client.json", "https://box.private/client.json", "https://box.alt/client.json"],
    ...["https://127.0.0.1.nip.io/client.json", "https://app.10.0.0.1.sslip.io/client.json"],
    ...["https://localtest.me/client.json", "https://app.localtest.me/client.json"],
    ...["https://app.lvh.me/client.json", "https://app.example.com./client.json"],
    ...["https://app..example.com/client.json", "https://-app.example.com/client.json"],
    ...["https://app_1.example.com/client.json"],
  ],
  "another port": [
    ...["https://app.example.com:8443/client.json", "https://app.example.com:80/client.json"],
    ...[`https://app.example.com/${"a".repeat(2_000)}`],
  ],
};

test("the table is as long as it should be, and the canary is asked where it may be", async () => {
  expect(new Set(Object.values(REFUSED).flat()).size).toBeGreaterThanOrEqual(60);
  await door.clientOf(canary.at("/client.json"));
  expect(canary.connections).toBe(1);
});

test.each(Object.entries(REFUSED))("no connection is opened for %s, whoever asks", async (_, addresses) => {
  const before = canary.connections;
  for (const address of addresses) {
    const clientId = address.replace("PORT", String(canary.port));
    const reason = /^https?:/i.test(clientId) ? "address_refused" : "unknown";
    expect(await door.publicClientOf(clientId), JSON.stringify(clientId)).toEqual({ ok: false, reason });
  }
  expect(canary.connections).toBe(before);
});

test.each([
  "https://app.example.com/client.json",
  "https://app.example.com:443/client.json",
  "https://xn--bcher-kva.example/oauth/client",
  "https://a.b.c.example.co.uk/.well-known/client",
  "https://app.example.com/a..b/client.json",
  "https://1.example.com/%C3%A9.json",
  "https://notnip.io/client.json",
  "https://test.example.com/client.json",
  "https://home.example.com/client.json",
])("%s may be fetched", (address) => {
  expect(mayBeFetched(address, false)).toBe(true);
});

test("loopback is let in where it is allowed, and nothing else with it", () => {
  for (const host of ["localhost:9443", "127.0.0.1", "[::1]:8443"]) {
    expect(mayBeFetched(`https://${host}/client.json`, true)).toBe(true);
  }
  for (const host of ["10.0.0.1", "intranet", "app.example.com:8443", "printer.local", "user@localhost", "0x7f.1"]) {
    expect(mayBeFetched(`https://${host}/client.json`, true)).toBe(false);
  }
  expect(mayBeFetched("http://localhost/client.json", true)).toBe(false);
});
