import { createServer, type Server, type Socket } from "node:net";
import { drip, type FailureMode, firstHalf, flood, type Timing } from "./failure-mode.ts";

/** What a server of one-line queries answers, and how. */
export interface LineAnswer {
  readonly bytes: Buffer;
  readonly failureMode: FailureMode;
}

const MAX_QUERY_BYTES = 512;
/** A connection that asks nothing is closed after this. */
const QUERY_WITHIN_MS = 30_000;
const MAX_CONNECTIONS = 1_000;

const QUERY_TOO_LONG: LineAnswer = {
  bytes: Buffer.from("% Error: malformed query: too long\r\n"),
  failureMode: "whole",
};

/** A server of WHOIS's kind (RFC 3912): it reads one line, answers and closes. No error of a socket reaches the process. */
export function createLineServer(answer: (line: string) => LineAnswer, timing: Timing): Server {
  // A client may end its own side as soon as it has asked.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    let query = "";
    const read = (chunk: Buffer) => {
      query += chunk.toString("latin1");
      const end = query.search(/[\r\n]/);
      if (end === -1 && query.length <= MAX_QUERY_BYTES) return;
      socket.off("data", read).off("end", giveUp).resume().setTimeout(0);
      const known = end !== -1 && end <= MAX_QUERY_BYTES;
      send(socket, known ? answer(query.slice(0, end).trim()) : QUERY_TOO_LONG, timing);
    };
    const giveUp = () => socket.end();
    socket
      .on("error", () => socket.destroy())
      .setTimeout(QUERY_WITHIN_MS, () => socket.destroy())
      .on("data", read)
      .on("end", giveUp);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

function send(socket: Socket, { bytes, failureMode }: LineAnswer, timing: Timing): void {
  switch (failureMode) {
    case "whole":
      socket.end(bytes);
      return;
    case "truncated":
      socket.end(firstHalf(bytes));
      return;
    case "empty":
      socket.end();
      return;
    case "reset":
      socket.resetAndDestroy();
      return;
    case "drip":
      drip(socket, bytes, timing);
      return;
    case "flood":
      flood(socket, bytes, timing, () => socket.end());
      return;
    case "slow": {
      const timer = setTimeout(() => socket.end(), timing.silenceMs);
      socket.once("close", () => clearTimeout(timer));
      return;
    }
    case "hang":
      if (socket.readableEnded) socket.end();
      else socket.once("end", () => socket.end());
      return;
  }
}
