import { inject } from "vitest";
import { API_PATH } from "../../shared/platform/addresses.ts";

/** Returns the URL of the shared system's catalogue API. */
export function catalogueUrl(): string {
  return `${inject("origin")}${API_PATH}`;
}

/** Sends a request to the catalogue API. The path is relative to the API's URL. */
export function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${catalogueUrl()}${path}`, init);
}

/** Sends a GET request and returns the parsed body. @throws if the status is not 200 */
export async function get<Body = Record<string, unknown>>(path: string): Promise<Body> {
  const response = await request(path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
  retryable: boolean;
  retry_after?: number;
  errors?: { parameter: string; message: string }[];
}

/** Sends a GET request and returns the parsed problem. @throws if the response is no problem */
export async function problem(path: string): Promise<ProblemBody> {
  const response = await request(path);
  const body = (await response.json()) as ProblemBody;
  if (response.headers.get("Content-Type") !== "application/problem+json") throw new Error(`${path}: no problem`);
  if (response.status !== body.status) throw new Error(`${path}: status ${response.status}, problem ${body.status}`);
  return body;
}
