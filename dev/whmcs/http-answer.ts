import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, HTML_PAGE } from "./faults.ts";

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** As PHP writes it: quotes and angle brackets escaped. */
export function json(status: number, value: unknown): HttpAnswer {
  const body = JSON.stringify(value).replace(/[<>&']|\\"/g, (text) => {
    const character = text.at(-1) ?? "";
    return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  });
  return { status, headers: { ...JSON_TYPE }, body };
}

const JSON_TYPE = { "Content-Type": "application/json" };
const HTML_TYPE = { "Content-Type": "text/html; charset=utf-8" };

/** What PHP leaves where an answer fails. */
export function failedPage(status = 500): HttpAnswer {
  return { status, headers: HTML_TYPE, body: HTML_PAGE };
}

/** Writes an answer to a program as PHP does, as far as its fault lets it. @param latencyMs before an answer that is not slow by its fault */
export async function writeAnswer(
  response: ServerResponse,
  own: HttpAnswer,
  { fault, latencyMs }: { fault: Fault | null; latencyMs: number },
): Promise<void> {
  if (fault?.kind === "reset") return void response.socket?.destroy();
  if (fault?.kind === "never") return void (await once(response, "close"));
  await sleep(fault?.kind === "slow" ? fault.ms : latencyMs);
  const { status, headers, body } = inPlaceOf(own, fault);
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  response.setHeader("Cache-Control", "no-store, no-cache, must-revalidate");
  response.setHeader("Set-Cookie", `WHMCSsession=${randomBytes(13).toString("hex")}; path=/; HttpOnly`);
  switch (fault?.kind) {
    case "cut":
      response.setHeader("Content-Length", Buffer.byteLength(body));
      response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
      return;
    case "stalled":
      response.write(body.slice(0, body.length / 2));
      return void (await once(response, "close"));
    case "endless":
      return endless(response, body);
    default:
      response.end(body);
  }
}

/** What stands in place of an answer; its own for a fault that it meets on its way. */
function inPlaceOf(own: HttpAnswer, fault: Fault | null): HttpAnswer {
  switch (fault?.kind) {
    case "html_200":
      return failedPage(200);
    case "html_500":
      return failedPage();
    case "warning":
      return json(200, { warning: "Invalid or Missing Payment Information - Please Reload and Try Again" });
    case "error":
      return json(200, { result: "error", message: fault.text });
    case "answer":
      return { ...fault, headers: { ...JSON_TYPE, ...fault.headers } };
    case "empty":
      return { status: 200, headers: JSON_TYPE, body: "" };
    default:
      return own;
  }
}

/** The answer, and then spaces until the caller has had enough. */
async function endless(response: ServerResponse, body: string): Promise<void> {
  const spaces = " ".repeat(65_536);
  const closed = once(response, "close");
  response.write(body.slice(0, -1));
  while (!response.destroyed) {
    if (response.write(spaces)) continue;
    await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
  }
}
