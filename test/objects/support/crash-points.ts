import type { AccountDependencies } from "../../../durable-objects/account/account-dependencies.ts";

/** The points at which an object can stop, as it does in a deployment or a crash. */
export type CrashPoint =
  | "as it is claimed"
  | "while preparing"
  | "as it is sent"
  | "in flight"
  | "answered, not written"
  | "written, not returned"
  | "as it is requested"
  | "whom to mail is read"
  | "as it is mailed"
  | "mailed, not written"
  | "while searching"
  | "found, not written";

/**
 * Wraps the dependencies of an account so that its object stops at the point that a test selects.
 * @param reached stops the object of this account if the test selected this point
 */
export function crashing(
  world: AccountDependencies,
  reached: (point: CrashPoint, accountId: number) => void,
): AccountDependencies {
  let account = 0;
  const at = (point: CrashPoint) => reached(point, account);
  const mailing = async (tell: (claim: () => boolean) => Promise<void>, claim: () => boolean) => {
    at("as it is requested");
    // By then, the request is durable.
    await scheduler.wait(20);
    at("whom to mail is read");
    await tell(() => {
      const isClaimed = claim();
      at("as it is mailed");
      return isClaimed;
    });
    at("mailed, not written");
  };
  return {
    ...world,
    run(command, request) {
      const execute: typeof command.execute = (steps) =>
        command.execute({
          ...steps,
          async prepare(call) {
            account = call.accountId;
            at("as it is claimed");
            await scheduler.wait(1);
            at("while preparing");
            return (await steps.prepare?.(call)) as never;
          },
          write(call, known, price) {
            const answering = steps.write(call, known, price);
            if (!call.commit) return answering;
            at("as it is sent");
            setTimeout(() => at("in flight"), 5);
            return answering.finally(() => at("answered, not written"));
          },
        });
      return world.run({ execute }, request);
    },
    async lookUp(actor, reference, sent) {
      account = actor.accountId;
      at("while searching");
      const found = await world.lookUp(actor, reference, sent);
      at("found, not written");
      return found;
    },
    mailApprovals: (requests, requestId, claim) =>
      mailing((watched) => world.mailApprovals(requests, requestId, watched), claim),
    async done(operation, target, requestId) {
      at("written, not returned");
      await world.done(operation, target, requestId);
    },
  };
}
