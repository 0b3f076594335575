/** Metadata keys of orders, the commonest first. */
export const ORDER_KEYS: readonly string[] = ['order', 'order_id', 'orderId', 'order_number'];
