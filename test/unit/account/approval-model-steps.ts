import type { ApprovalDecision } from "../../../durable-objects/account/approvals/approval-port.ts";
import {
  type Approval,
  type ApprovalEvent,
  isOpen,
  judge,
  transition,
} from "../../../durable-objects/account/approvals/approval-state.ts";

/** How much of each is tried. */
export interface Bounds {
  calls: number;
  decisions: number;
  /** How often the price of what is ordered changes. */
  prices: number;
  /** How often the connection is changed. */
  standings: number;
  stops: number;
  ticks: number;
}

/** Ways to get it wrong, each of which has to be found out. */
export const MISTAKES = [
  ...(["an approval is used after the command has left", "an approval is used before the command leaves"] as const),
  ...(["an approval is for any content", "the price is not compared", "the connection is not compared"] as const),
  ...(["an approval has no end", "the page decides on what it showed"] as const),
  ...(["a decline is forgotten", "every call asks anew", "a second click approves again"] as const),
  ...(["a stop gives an approval back", "what is declined after all stays approved"] as const),
  ...(["what is sent unasked leaves its approval", "a changed price keeps the request"] as const),
] as const;
export type Mistake = (typeof MISTAKES)[number];

/** What the customer has allowed, by the words of the contract. */
type Allowed = "nothing" | "once" | "declined" | "used" | "over";

interface ModelRequest {
  content: number;
  /** What it was asked for. */
  price: number;
  standing: Standing | null;
  approval: Approval;
  allowed: Allowed;
  /** A command was sent that used it. */
  isSent: boolean;
}

/** `off`: the connection does not ask. */
export type Standing = "first" | "second" | "off" | "ended";

interface Call {
  content: number;
  price: number;
  /** Null before the connection was read. */
  standing: Standing | null;
  step: "prepared" | "used" | "sent";
  /** The request that it uses, by its position. */
  request: number;
}

/** The page, between showing a request and deciding. */
interface Decision {
  request: number;
  shown: Approval;
  decision: ApprovalDecision;
}

export interface State {
  requests: ModelRequest[];
  /** Commands that were sent without being asked about. */
  unasked: number;
  calls: Call[];
  decision: Decision | null;
  price: number;
  standing: Standing;
  clock: number;
  left: Bounds;
  violation: string | null;
}

const LIFETIME = 1;

/** Claims a command for sending, in one write, as the account's object does. */
export function proceed(copy: State, call: Call, mistake: Mistake | null): void {
  const { clock, requests } = copy;
  if (call.step !== "prepared") {
    const used = requests[call.request];
    if (call.step === "used" && used) send(copy, call, used);
    else if (used) apply(used, { type: "sent", at: clock });
    endCall(copy, call);
    return;
  }
  const at = mistake === "an approval has no end" ? 0 : clock;
  const position = lastOf(copy, call.content, mistake);
  const last = requests[position];
  if (call.standing === "off") {
    if (last && mistake !== "what is sent unasked leaves its approval") apply(last, { type: "sent", at });
    if (last?.approval.state === "CONSUMED") last.isSent = true;
    else copy.unasked++;
    for (const request of requests) {
      if (request.content === call.content) end(request, request.allowed === "once" ? "used" : "over");
    }
    endCall(copy, call);
    return;
  }
  const verdict = judge(last?.approval ?? null, comparedDigest(call, last, mistake), at);
  if (verdict !== "send" || !last) {
    if (requests.some((request) => isAllowed(request, call, clock)))
      copy.violation = "what the customer has approved is not sent";
    if (verdict === "ask" || mistake === "every call asks anew") ask(copy, call, last ?? null, mistake);
    endCall(copy, call);
    return;
  }
  call.request = position;
  switch (mistake) {
    case "an approval is used after the command has left":
      send(copy, call, last);
      call.step = "sent";
      return;
    case "an approval is used before the command leaves":
      apply(last, { type: "sent", at });
      call.step = "used";
      return;
    default:
      apply(last, { type: "sent", at });
      send(copy, call, last);
      endCall(copy, call);
  }
}

function comparedDigest(call: Call, last: ModelRequest | undefined, mistake: Mistake | null): string {
  if (last && mistake === "the price is not compared") return digestOf({ ...call, price: last.price });
  if (last && mistake === "the connection is not compared") return digestOf({ ...call, standing: last.standing });
  return digestOf(call);
}

function ask(copy: State, call: Call, last: ModelRequest | null, mistake: Mistake | null): void {
  const { clock, requests } = copy;
  const digest = digestOf(call);
  const isSame = ({ content, approval, allowed }: ModelRequest) =>
    content === call.content &&
    clock < approval.endsAt &&
    (allowed === "declined" || ((allowed === "nothing" || allowed === "once") && approval.digest === digest));
  if (requests.some(isSame)) copy.violation = "asked again what nobody has answered, or what was declined";
  if (last && mistake !== "every call asks anew" && mistake !== "a changed price keeps the request") {
    apply(last, { type: "compared", digest, at: clock });
    end(last, "over");
  }
  const approval: Approval = { digest, state: "ASKED", endsAt: clock + LIFETIME, decidedAt: null };
  const { content, price, standing } = call;
  requests.push({ content, price, standing, approval, allowed: "nothing", isSent: false });
}

export function decide(copy: State, { request, shown, decision }: Decision, mistake: Mistake | null): void {
  copy.decision = null;
  const decided = copy.requests[request];
  if (!decided) return;
  const { approval, allowed } = decided;
  const at = copy.clock;
  const isInTime = at < approval.endsAt && (allowed === "nothing" || allowed === "once");
  if (isInTime) decided.allowed = decision === "approve" ? "once" : "declined";

  if (mistake === "what is declined after all stays approved" && approval.state === "APPROVED") return;
  if (mistake === "a second click approves again" && decision === "approve" && approval.state === "CONSUMED") {
    decided.approval = { ...approval, state: "APPROVED" };
    return;
  }
  if (mistake === "the page decides on what it showed") decided.approval = shown;
  apply(decided, { type: "decided", decision, at });
}

/** Sends a command that the customer is asked about. */
function send(copy: State, call: Call, used: ModelRequest): void {
  const allowing = copy.requests.find((request) => isAllowed(request, call, copy.clock));
  if (allowing) allowing.allowed = "used";
  else copy.violation = "sent without an approval that was given for exactly this";
  used.isSent = true;
}

function isAllowed({ content, approval, allowed }: ModelRequest, call: Call, clock: number): boolean {
  return (
    allowed === "once" && content === call.content && clock < approval.endsAt && approval.digest === digestOf(call)
  );
}

function digestOf({ price, standing }: Pick<Call, "price" | "standing">): string {
  return `price ${price}, connection ${standing}`;
}

/** The request for a content that is open, or was declined and still binds; -1 without one. */
function lastOf({ requests, clock }: State, content: number, mistake: Mistake | null): number {
  const isMeant = (request: ModelRequest) =>
    mistake === "an approval is for any content" || request.content === content;
  const open = requests.findLastIndex((request) => isMeant(request) && isOpen(request.approval));
  if (open >= 0 || mistake === "a decline is forgotten") return open;
  return requests.findLastIndex(
    (request) => isMeant(request) && request.approval.state === "DECLINED" && request.approval.endsAt > clock,
  );
}

export function apply(request: ModelRequest, event: ApprovalEvent): void {
  request.approval = transition(request.approval, event);
}

/** What was used or declined stays so. */
export function end(request: ModelRequest, allowed: Allowed): void {
  if (request.allowed === "nothing" || request.allowed === "once") request.allowed = allowed;
}

export function endCall(copy: State, call: Call): void {
  copy.calls = copy.calls.filter((each) => each !== call);
}
