import QRCode from 'qrcode';
import { code128Svg } from '../payment-methods/rules/codes/code-128.js';
import { paymentMethodOf } from '../payment-methods/rules/registry.js';
import type { LoadedCharge } from './charge.row.js';

/** Draws the code that the customer scans, as SVG. `undefined` if the payment method has no code. */
export async function drawCode({
  charge,
  source,
}: Pick<LoadedCharge, 'charge' | 'source'>): Promise<string | undefined> {
  const code = source && paymentMethodOf(source.type).code;
  if (!code) return undefined;
  const content = code.contentOf(charge);
  return code.kind === 'barcode' ? code128Svg(content) : QRCode.toString(content, { type: 'svg', margin: 2 });
}
