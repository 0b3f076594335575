/** Sum of the charges of one mode, currency and status. */
export interface MoneySumView {
  /** @example false */
  livemode: boolean;
  /** @example "THB" */
  currency: string;
  /** @example "successful" */
  status: string;
  /**
   * Number of charges.
   * @example 3
   */
  count: number;
  /**
   * Total amount, in the smallest unit of `currency`.
   * @example 300000
   */
  amount: number;
  /**
   * Total refunded amount.
   * @example 20000
   */
  refunded_amount: number;
}

/** Sums of the charges of a sandbox. */
export interface MoneyView {
  object: 'money';
  data: MoneySumView[];
}
