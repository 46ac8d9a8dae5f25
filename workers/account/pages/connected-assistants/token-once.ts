import { ID_LENGTH } from "../../../../shared/platform/object-id.ts";
import { sameBytes } from "../../../../shared/platform/service-key.ts";
import type { AssistantsPageContext } from "./page-context.ts";

type Parts = Pick<AssistantsPageContext, "ids" | "formToken">;

/** The id that a new token's connection will have, and as its form carries it: signed for the session it was made for. */
export interface TokenOnce {
  id: string;
  field: string;
}

const encoder = new TextEncoder();

/** A new one. */
export async function newOnce({ ids, formToken }: Parts): Promise<TokenOnce> {
  return signed(await ids.mint(), formToken);
}

/** The one that a form of this session carries; a new one for anything else, so that no form names another's connection. */
export async function onceIn(form: URLSearchParams, parts: Parts): Promise<TokenOnce> {
  const sent = form.get("once") ?? "";
  const id = sent.slice(0, ID_LENGTH);
  const own = await signed(id, parts.formToken);
  const isOwn = sameBytes(encoder.encode(own.field), encoder.encode(sent)) && (await parts.ids.isOurs(id));
  return isOwn ? own : newOnce(parts);
}

async function signed(id: string, formToken: string): Promise<TokenOnce> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(formToken), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`id of a new token ${id}`));
  return { id, field: id + new Uint8Array(signature).slice(0, 16).toHex() };
}
