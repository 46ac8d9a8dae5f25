import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** The damage to a response: it is lost, it is too late, or another response replaces it. */
export type Damage = "lost" | "late" | { status: number; body: string; type?: string };

export const answerWith = (status: number, body: unknown): Damage => ({ status, body: JSON.stringify(body) });

/** A proxy to a registrar. The registrar runs each call, and a test can damage the response. */
export interface Door {
  url: string;
  /** The `METHOD /path` of each request, oldest first. */
  asked: string[];
  /** Returns the damage for a `METHOD /path`; `null` leaves the response unchanged. */
  damage: (asked: string) => Damage | null;
  close(): void;
}

export async function openDoor(target: string): Promise<Door> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const asked = `${method} ${url}`;
    const damage = door.damage(asked);
    door.asked.push(asked);
    const body = await buffer(request);
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        ["authorization", "content-type", "x-idempotency-key"].includes(name) ? [[name, String(value)]] : [],
      ),
      ...(body.length > 0 && { body }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (damage === "lost") return void response.destroy();
    if (damage === "late" && !response.destroyed) await once(response, "close");
    if (damage === null || typeof damage === "string") {
      const type = answer.headers.get("Content-Type") ?? "";
      return void response.writeHead(answer.status, { "Content-Type": type }).end(content);
    }
    response.writeHead(damage.status, { "Content-Type": damage.type ?? "application/json" }).end(damage.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const door: Door = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    damage: () => null,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return door;
}
