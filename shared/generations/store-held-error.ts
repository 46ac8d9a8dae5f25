/** Nothing is changed, as a store went back and waits for the operator. Log lines have its name. */
export class StoreHeldError extends Error {
  override readonly name = "StoreHeld";
}
