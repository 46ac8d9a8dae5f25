import type { SignedInRequest } from "../../area-request.ts";
import { paymentTexts } from "./payment-texts.ts";

interface HowToPayProps {
  request: SignedInRequest;
  /** The invoice's. */
  number: string;
  /** What is left to pay, formatted. */
  amount: string;
  /** Classes of the link. */
  button: string;
}

/** How an invoice is paid where the client area takes no payment. */
export function HowToPay({ request, number, amount, button }: HowToPayProps) {
  const texts = paymentTexts[request.visit.language];
  const address = request.payment.addressFor(number);
  return (
    <>
      <p>{texts.howToPay(amount, number)}</p>
      {address ? (
        <p>
          <a class={button} href={address} rel="noreferrer">
            {texts.pay(amount)}
          </a>
        </p>
      ) : (
        <p>{texts.askUs}</p>
      )}
      <p class="small muted">{texts.recorded}</p>
    </>
  );
}

/** Whether the account has a payment method, and where it is managed, if not in the client area. */
export function MethodsElsewhere({ request, isOnFile }: { request: SignedInRequest; isOnFile: boolean }) {
  const texts = paymentTexts[request.visit.language];
  const address = request.payment.addressFor(null);
  return (
    <>
      <p>{isOnFile ? texts.onFile : texts.notOnFile}</p>
      <p>{texts.methodsElsewhere}</p>
      {address ? (
        <p>
          <a class="button primary" href={address} rel="noreferrer">
            {texts.toPayments}
          </a>
        </p>
      ) : (
        <p>{texts.askUsForMethod}</p>
      )}
    </>
  );
}
