import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults.ts";

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_TYPE = { "Content-Type": "application/json" };

export function json(status: number, value: unknown): HttpAnswer {
  return { status, headers: { ...JSON_TYPE }, body: JSON.stringify(value) };
}

/** Returns the page that PHP sends if a response fails. It is also the maintenance page of an installation. */
export function failedPage(status = 500): HttpAnswer {
  const body = "<!DOCTYPE html>\n<html><body><h1>Down for Maintenance</h1></body></html>\n";
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}

/**
 * Writes a response to a program, as far as its fault allows.
 * @param latencyMs delay of a response without a `slow` fault
 */
export async function writeAnswer(
  response: ServerResponse,
  own: HttpAnswer,
  { fault, latencyMs }: { fault: Fault | null; latencyMs: number },
): Promise<void> {
  if (fault?.kind === "reset") return void response.socket?.destroy();
  if (fault?.kind === "never") return void (await once(response, "close"));
  await sleep(fault?.kind === "slow" ? fault.ms : latencyMs);
  const { status, headers, body } = inPlaceOf(own, fault);
  const isCut = fault?.kind === "cut";
  response.writeHead(status, isCut ? { ...headers, "Content-Length": Buffer.byteLength(body) } : headers);
  if (fault?.kind === "endless") return endless(response, body);
  if (!isCut && fault?.kind !== "stalled") return void response.end(body);
  response.write(body.slice(0, body.length / 2), () => isCut && response.socket?.destroy());
  await once(response, "close");
}

/** Returns the response that a fault sends instead, or the original one if the fault occurs during transfer. */
function inPlaceOf(own: HttpAnswer, fault: Fault | null): HttpAnswer {
  switch (fault?.kind) {
    case "html_200":
      return failedPage(200);
    case "html_500":
    case "html_500_after":
      return failedPage();
    case "warning":
      return json(200, WARNING);
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

/** The content of a response with a warning and no result. */
export const WARNING = { warning: "Invalid or Missing Payment Information - Please Reload and Try Again" };

/** Writes the response, and then spaces until the caller closes the connection. */
async function endless(response: ServerResponse, body: string): Promise<void> {
  const closed = once(response, "close");
  response.write(body.slice(0, -1));
  while (!response.destroyed) {
    if (response.write(" ".repeat(65_536))) continue;
    await Promise.race([new Promise((resolve) => response.once("drain", resolve)), closed]);
  }
}
