import assert from "node:assert/strict";
import type { WireAnswer } from "../http-wire.ts";
import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { bareTarget } from "./bare.ts";

const FRONT_DOOR = "frontdesk";
const CLIENT_AREA = "/client-area";

/** Returns the cases for the pages of a visitor and of a signed-in customer. The baseline is a bare Worker. */
export async function pageCases(system: BenchSystem): Promise<Case[]> {
  const bare = await bareTarget(system);
  const page = async (path: string, headers: Record<string, string> = {}): Promise<Case> => ({
    name: `page ${path}`,
    subject: await system.target("front door", FRONT_DOOR, { method: "GET", path, headers }, isPage),
    references: [{ target: bare }],
  });
  const signedIn = { Cookie: await signIn(system) };
  return [
    await page("/"),
    await page(CLIENT_AREA, signedIn),
    await page(`${CLIENT_AREA}/domains`, signedIn),
    await page("/connected-assistants", signedIn),
  ];
}

function isPage({ status, body }: WireAnswer): void {
  assert.equal(status, 200);
  assert.match(body.toString(), /<\/html>$/);
}

/** Signs in as the demonstration's owner, and returns the session cookie. */
async function signIn(system: BenchSystem): Promise<string> {
  const path = `/sign-in?to=${CLIENT_AREA}`;
  const form = await system.ask(FRONT_DOOR, { method: "GET", path });
  const [, token = ""] = /name="token" value="([^"]+)"/.exec(form.body.toString()) ?? [];
  const headers = { Cookie: cookieOf(form), "Content-Type": "application/x-www-form-urlencoded" };
  const fields = { token, email: "owner@maple.example", password: "maple-owner" };
  const entered = await system.ask(FRONT_DOOR, {
    ...{ method: "POST", path, headers },
    body: new URLSearchParams(fields).toString(),
  });
  assert.equal(entered.status, 303);
  return cookieOf(entered);
}

function cookieOf({ headers }: WireAnswer): string {
  return /\bsession=[^;]+/.exec(headers.get("set-cookie") ?? "")?.[0] ?? "";
}
