import { expect, test } from "vitest";
import { addressHeaders, addressOf, networksOf, widestNetworkOf } from "../../../shared/platform/caller-address.ts";

const request = (headers: Record<string, string>) => new Request("https://desk.example/", { headers });
const WORKERS = "2a06:98c0:3600::103";

test.each([
  ["203.0.113.7", ["203.0.113.7"]],
  ["2001:db8:1:2:3:4:5:6", ["2001:db8:1:2::/64", "2001:db8:1::/48"]],
  ["2001:db8:1:2::1", ["2001:db8:1:2::/64", "2001:db8:1::/48"]],
  ["2001:DB8:1:2:ffff::", ["2001:db8:1:2::/64", "2001:db8:1::/48"]],
  ["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0::/48"]],
  ["::1", ["0:0:0:0::/64", "0:0:0::/48"]],
  ["::ffff:203.0.113.7", ["203.0.113.7"]],
  ["::ffff:cb00:7107", ["203.0.113.7"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0::/48"]],
  [":::", ["unreadable"]],
  ["unknown", ["unknown"]],
  [`${WORKERS} assistant.example`, ["workers of assistant.example", "workers"]],
])("calls from %s count towards %j", (address, networks) => {
  expect(networksOf(address).map(({ key }) => key)).toEqual(networks);
  expect(networksOf(address)[0].times).toBe(1);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2::1", "2001:db8:1::/48"],
  [`${WORKERS} assistant.example`, "workers of assistant.example"],
])("the widest network of a single caller at %s is %s", (address, network) => {
  expect(widestNetworkOf(address)).toBe(network);
});

test("the caller's address comes from the edge's header", () => {
  const headers = { "CF-Connecting-IP": "203.0.113.7", "X-Forwarded-For": "198.51.100.1" };
  expect(addressOf(request(headers))).toBe("203.0.113.7");
  expect(addressOf(request({}))).toBe("unknown");
});

test.each([WORKERS, "2A06:98C0:3600:0:0:0:0:103"])(
  "a Worker of another zone that calls from %s is identified by its zone",
  (address) => {
    const from = (zone: string) => addressOf(request({ "CF-Connecting-IP": address, "CF-Worker": zone }));
    expect(from("Assistant.example")).toBe(`${WORKERS} assistant.example`);
    expect(from("other.example")).not.toBe(from("assistant.example"));
    expect(from("z".repeat(9_000)).length).toBeLessThan(300);
  },
);

test("a caller that is not a Worker of another zone cannot pretend to be one", () => {
  const address = addressOf(request({ "CF-Connecting-IP": "2001:db8::1", "CF-Worker": "made-up.example" }));
  expect(address).toBe("2001:db8::1");
});

test("a Worker forwards all headers that identify a visitor's address, and no others", () => {
  const visitor = request({ "CF-Connecting-IP": WORKERS, "CF-Worker": "assistant.example", Cookie: "session=1" });
  expect(addressOf(request(addressHeaders(visitor)))).toBe(addressOf(visitor));
  expect(Object.keys(addressHeaders(visitor))).toEqual(["CF-Connecting-IP", "CF-Worker"]);
  expect(addressHeaders(request({}))).toEqual({});
});
