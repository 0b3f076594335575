import type { Brand } from '#kernel/card-number.js';
import { element } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg';
/**
 * Brands by shops' names for them, with their labels. The icons are our own drawings, not the brands' logos
 * (docs/fidelity.md BL5).
 */
const BRANDS: Readonly<
  Record<Brand, { readonly name: string; readonly letters: string; readonly ground: string }>
> = {
  Visa: { name: 'visa', letters: 'VISA', ground: '#1d3f8f' },
  MasterCard: { name: 'mastercard', letters: 'MC', ground: '#9a3412' },
  JCB: { name: 'jcb', letters: 'JCB', ground: '#166534' },
  'American Express': { name: 'amex', letters: 'AMEX', ground: '#0e6a8a' },
  UnionPay: { name: 'unionpay', letters: 'UP', ground: '#9f1239' },
  'Diners Club': { name: 'diners', letters: 'DC', ground: '#475569' },
  Discover: { name: 'discover', letters: 'DISC', ground: '#7c4a03' },
};

/** An empty list accepts all brands. */
export function isTaken(brand: Brand | undefined, names: readonly string[]): boolean {
  return names.length === 0 || (brand !== undefined && names.includes(BRANDS[brand].name));
}

/** An icon of the brand, with a text for screen readers. */
export function brandIcon(brand: Brand): SVGSVGElement {
  const { letters, ground } = BRANDS[brand];
  const icon = drawn('svg', { class: 'icon', viewBox: '0 0 32 20', role: 'img', 'aria-label': brand });
  const text = drawn('text', {
    x: '16',
    y: '13.4',
    'text-anchor': 'middle',
    'font-size': '9',
    'font-weight': '700',
    fill: '#fff',
  });
  text.textContent = letters;
  icon.append(drawn('rect', { width: '32', height: '20', rx: '3', fill: ground }), text);
  return icon;
}

/** The icons of the brands that a shop names. Unknown names are left out. */
export function brandIcons(names: readonly string[]): HTMLElement {
  const brands = (Object.keys(BRANDS) as Brand[]).filter((brand) => names.includes(BRANDS[brand].name));
  return element('span', { class: 'icons', 'data-testid': 'brand-icons' }, ...brands.map(brandIcon));
}

function drawn<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
