import { describe, expect, test } from "vitest";
import { walkList } from "../../../support/account-lists.ts";
import type { JourneySystem } from "./journey-system.ts";

/** What a login reads: no more than the account's owner gave it, and everything of a big account. */
export function readingLists({ api }: JourneySystem): void {
  test("a contact is refused what the owner did not give, the same over both transports", async () => {
    const token = await api.token({ login: "contact" });
    for (const [path, tool] of [
      ["/account", "get_my_account"],
      ["/account/services", "list_my_services"],
      ["/account/invoices", "list_my_invoices"],
    ] as const) {
      const overHttp = await api.request(path, token);
      expect(overHttp.status, path).toBe(403);
      const { code, title } = (await overHttp.json()) as { code: string; title: string };
      expect(code).toBe("permission_denied");
      expect(await api.tool(tool, {}, token)).toMatchObject({
        status: 200,
        isError: true,
        value: { code, title, status: 403 },
      });
    }
    for (const tool of ["list_my_domains", "list_my_tickets", "list_plans"]) {
      expect((await api.tool(tool, {}, token)).isError, tool).toBe(false);
    }
  });

  describe("a big account is read whole over MCP, page by page", () => {
    test.each([
      ["list_my_domains", "domains", "/account/domains", { status: "all" }],
      ["list_my_invoices", "invoices", "/account/invoices", { status: "all" }],
      ["list_my_tickets", "tickets", "/account/tickets", { status: "all" }],
    ])("%s", async (tool, key, path, filters) => {
      const token = await api.token({ login: "big", scopes: ["billing:write", "domains:write"] });
      const items: { id: number }[] = [];
      let cursor: string | null = null;
      do {
        const { isError, value } = await api.tool(tool, { ...filters, limit: 40, ...(cursor && { cursor }) }, token);
        expect(isError, JSON.stringify(value)).toBe(false);
        items.push(...(value[key] as { id: number }[]));
        cursor = value.next_cursor as string | null;
      } while (cursor !== null);
      const overHttp = await walkList<{ id: number }>(api, `${path}?status=all&limit=100`, token);
      expect(items.length).toBeGreaterThan(100);
      expect(items).toEqual(overHttp);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    });

    test("a cursor of HTTP goes on over MCP, and one of another list does not", async () => {
      const token = await api.token({ login: "big" });
      const response = await api.request("/account/domains?limit=5", token);
      const { next_cursor } = (await response.json()) as { next_cursor: string };
      expect(await api.tool("list_my_domains", { cursor: next_cursor }, token)).toMatchObject({ isError: false });
      expect(await api.tool("list_my_tickets", { cursor: next_cursor }, token)).toMatchObject({
        status: 200,
        isError: true,
        value: { code: "invalid_parameter", errors: [{ parameter: "cursor" }] },
      });
    });
  });
}
