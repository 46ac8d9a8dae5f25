import { describe, expect, test } from "vitest";
import { checkZoneSettings, readServerTokens, readZoneServers } from "../../../workers/zones/zone-settings.ts";

const read = (ZONE_SERVERS: string) => readZoneServers({ ZONE_SERVERS });

describe("the setting for zone servers", () => {
  test("is empty by default and has one server per line", () => {
    expect(read("")).toEqual([]);
    expect(
      read("1 | cpanel | https://web-1.provider.com:2087/ | frontdesk\n\n4|powerdns|https://dns.provider.com"),
    ).toEqual([
      { id: "1", kind: "cpanel", address: "https://web-1.provider.com:2087", login: "frontdesk" },
      { id: "4", kind: "powerdns", address: "https://dns.provider.com", login: "localhost" },
    ]);
  });

  test.each([
    ["1 | plesk | https://a.example", "neither cpanel nor powerdns"],
    ["a b | cpanel | https://a.example", "no id"],
    ["1 | cpanel | a.example", "no address"],
    ["1 | cpanel | https://root:SECRET@a.example", "no address"],
    ["1 | cpanel | https://a.example?token=SECRET", "no address"],
    ["1 | cpanel | https://a.example | root | SECRET", "id | kind | address | login"],
    ["1 | cpanel | https://a.example | root:SECRET", "id | kind | address | login"],
    ["1 | cpanel | https://a.example\n1 | cpanel | https://b.example", "twice"],
    ["1 | powerdns | https://a.example\n2 | powerdns | https://a.example/", "twice"],
    ["1 | powerdns | https://a.example\n2 | powerdns | HTTPS://A.example:443", "twice"],
  ])("refuses %s without quoting a possible secret", (line, said) => {
    expect(() => read(line)).toThrow(said);
    expect(() => read(line)).not.toThrow("SECRET");
  });

  test("requires https for tokens, except on this machine", () => {
    const check = (address: string) => () => checkZoneSettings({ ZONE_SERVERS: `1 | cpanel | ${address}` });
    expect(check("https://a.example:2087")).not.toThrow();
    expect(check("http://127.0.0.1:2087")).not.toThrow();
    expect(check("http://a.example:2086")).toThrow("server 1 does not use https");
  });
});

test("tokens are read by server, and an invalid token is reported only by its position", () => {
  expect(readServerTokens(" 1=ABC==\n4=x:y ")).toEqual(
    new Map([
      ["1", "ABC=="],
      ["4", "x:y"],
    ]),
  );
  expect(() => readServerTokens("1=a SECRET")).toThrow("entry 2");
  expect(() => readServerTokens("1=a SECRET")).not.toThrow("SECRET");
});
