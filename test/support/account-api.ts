import { inject } from "vitest";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { type Choices, ConnectingApplication } from "./connecting-application.ts";

const tokens = new Map<string, Promise<string>>();

/**
 * An access token of a connection to the shared system, made once per test file for the same login and choices.
 * @param login part of the demonstration login before the @
 */
export function accountToken(login: string, options: Omit<Choices, "login"> = {}): Promise<string> {
  const key = JSON.stringify([login, options]);
  const token = tokens.get(key) ?? newToken(login, options);
  tokens.set(key, token);
  return token;
}

async function newToken(login: string, options: Omit<Choices, "login">): Promise<string> {
  const application = await ConnectingApplication.register(inject("origin"));
  const { access_token } = await application.directTokens({ login, ...options });
  return access_token;
}

/** A GET of the account API; the path is relative to {base_url}, such as `/account/services`. */
export function getAccountApi(path: string, token: string): Promise<Response> {
  return askAccountApi(path, token);
}

/** Any request to the account API. */
export function askAccountApi(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${token}`);
  return fetch(`${inject("origin")}${API_PATH}${path}`, { ...init, headers });
}

/** The parsed answer of a successful GET. */
export async function readAccountApi<Body = Record<string, unknown>>(path: string, token: string): Promise<Body> {
  const response = await getAccountApi(path, token);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
