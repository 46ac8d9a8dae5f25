import { describeFailure } from "../../../shared/describe-failure.ts";

/**
 * Work that keeps nothing else from being done. Its failure is logged with the ids that are given, and without its message:
 * what another party's error says may hold what no log may.
 * @returns whether it was done
 */
export async function quietly(
  event: string,
  work: Promise<unknown>,
  fields: Record<string, string | number | null> = {},
): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    console.error(JSON.stringify({ event, ...fields, ...describeFailure(error) }));
    return false;
  }
}
