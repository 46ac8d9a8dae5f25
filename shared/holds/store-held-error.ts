/** Nothing is changed, as the operator has put a store on hold. Log lines have its name. */
export class StoreHeldError extends Error {
  override readonly name = "StoreHeld";
}
