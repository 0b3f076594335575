import { Html } from '../kit/html.js';

/** The mark of the console, apps/console/src/ui/mark.svg: the page needs no further request. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <rect width="16" height="16" rx="3.5" fill="#0b7a66"/>
  <path d="M4 6h3v7H4z" fill="#fff"/>
  <path d="M3 13h10" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/>
  <path d="M2.5 7.8L13.5 3.8" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>
  <path d="M7.2 6.1l1.9-.7M10.6 4.85l1.5-.55" stroke="#0b7a66" stroke-width="2.4"/>
</svg>
`;

export const REFERENCE_ICON = new Html(
  `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK).replaceAll("'", '%27')}">`,
);
