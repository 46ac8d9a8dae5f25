import { toolCall } from "../../../support/account-client.ts";
import { createToken, signIn } from "../../../support/assistants-page.ts";
import type { ConnectingApplication } from "../../../support/connecting-application.ts";
import { PageVisitor } from "../../../support/page-visitor.ts";
import type { SearchedWorld } from "./searched-world.ts";

/**
 * Connects an application and creates an API token as the owner. Uses these credentials, and adds their secrets and the
 * password to the planted secrets.
 */
export async function plantCredentials(
  world: SearchedWorld,
  application: ConnectingApplication,
  planted: Map<string, string>,
): Promise<void> {
  const returned = await application.connect({});
  planted.set("authorization code", lastPart(returned.searchParams.get("code")));
  const pair = await application.exchange(returned);
  const next = await application.refresh(pair.refresh_token);
  const visitor = new PageVisitor(world.origin);
  await signIn(visitor, "owner");
  const apiToken = await createToken(visitor);
  world.keep((await visitor.open("/connected-assistants?lang=en")).html);
  for (const token of [pair.access_token, next.access_token, apiToken, `${apiToken}x`, "nobody"]) {
    await world.kept(await world.api.callTool("list_my_domains", {}, token));
    await world.kept(await world.api.post(toolCall("list_my_domains"), token));
  }
  planted.set("access token", lastPart(pair.access_token));
  planted.set("refresh token", lastPart(pair.refresh_token));
  planted.set("next access token", lastPart(next.access_token));
  planted.set("next refresh token", lastPart(next.refresh_token));
  planted.set("API token", apiToken.slice(-40));
  planted.set("password", "maple-owner");
}

/** Returns the last part of a token, which is its secret. */
const lastPart = (token: string | null) => token?.split(/[:.]/).at(-1) ?? "";
