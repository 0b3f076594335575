/** What the charges of a mode in one currency and one state come to. */
export interface MoneySumView {
  /** @example false */
  livemode: boolean;
  /** @example "THB" */
  currency: string;
  /** @example "successful" */
  status: string;
  /**
   * How many charges.
   * @example 3
   */
  count: number;
  /**
   * What they are about, in the smallest unit of `currency`.
   * @example 300000
   */
  amount: number;
  /**
   * What was given back of it.
   * @example 20000
   */
  refunded_amount: number;
}

/** The money of a sandbox by currency and state. */
export interface MoneyView {
  object: 'money';
  data: MoneySumView[];
}
