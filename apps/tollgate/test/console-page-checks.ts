/**
 * Before the scripts of a page: its timers of a second and more never fire. What it shows has waited for no
 * pause, no throttle and no poll, however slow and busy the machine is.
 */
export const NO_LONG_TIMERS = `for (const name of ['setTimeout', 'setInterval']) {
  const begin = window[name].bind(window);
  window[name] = (work, ms, ...rest) => (ms >= 1_000 ? 0 : begin(work, ms, ...rest));
}`;

/** In a page: observers of sizes have run by the second frame. Transitions are finished at once. */
export const LAID_OUT = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.getAnimations().filter((one) => one instanceof CSSTransition).forEach((one) => one.finish()))`;

/** In a page: fields whose border or placeholder has too little contrast. */
export const FAINT = `(() => {
  const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (colour) => rgb(colour).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
  const behind = (one) => { for (let at = one; at; at = at.parentElement) { const { backgroundColor: c } = getComputedStyle(at); if (!/, 0\\)$|transparent/.test(c)) return c; } return 'rgb(255, 255, 255)'; };
  return [...document.querySelectorAll('main input:not([type=radio], [type=checkbox], [type=range]), main textarea')].filter((one) => one.checkVisibility()).flatMap((one) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(one);
    const border = borderTopWidth === '0px' ? 21 : contrast(borderTopColor, behind(one.parentElement));
    const placeholder = one.placeholder ? contrast(getComputedStyle(one, '::placeholder').color, behind(one)) : 21;
    const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.placeholder;
    return [...(border < 3 ? ['border of ' + name + ' ' + border.toFixed(2)] : []), ...(placeholder < 4.5 ? ['placeholder of ' + name + ' ' + placeholder.toFixed(2)] : [])];
  });
})()`;

/** Texts of an earlier console, in words that the field does not use. */
const OLD_TEXTS = [
  'That did not work · Nothing is here · Nothing fits · Nothing. · Stand still · Go on · What came · What was sent',
  'What differs · What comes next · What is to go wrong · Leaves alone first · one is made · by hand · the receiver answered',
  'given up · Send again · Another address · Made · Took · Until idle · To the next · Set by the sandbox · since ever',
  'Worth in · Set the fault · As it is set · Start here · Look further back · No day with fees is over',
  'Requests that had no key · Key begins · Open the inbox · Payouts · at present',
].flatMap((line) => line.split(' · '));
/** In a page: which of these texts it shows. */
export const OLD = `(() => {
  return ${JSON.stringify(OLD_TEXTS)}.filter((old) => new RegExp('(^|[^a-z])' + old.replace('.', '\\\\.') + '($|[^a-z])', 'm').test(document.body.innerText));
})()`;

/** The amounts that the spec of the shell charges, in the smallest unit. */
const MINOR_AMOUNTS = ['2000', '10000', '20000', '59000', '100000'];
/**
 * In a page: texts outside JSON that are amounts in the smallest unit, and amounts in tables that are not
 * aligned.
 */
export const MINOR = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim().replaceAll(',', '');
    if (${JSON.stringify(MINOR_AMOUNTS)}.includes(text) && !node.parentElement.closest('.code, code, pre')) found.push('shows ' + node.data + ' in the smallest unit');
  }
  for (const one of document.querySelectorAll('td.right, td:has(> .amount)')) {
    const head = one.closest('table').querySelectorAll('th')[one.cellIndex];
    const aligned = getComputedStyle(one).textAlign + ' below ' + (head ? getComputedStyle(head).textAlign : 'right');
    if (aligned !== 'right below right') found.push(one.textContent + ' is ' + aligned);
    if (getComputedStyle(one.querySelector('.amount') ?? one).fontVariantNumeric !== 'tabular-nums') found.push(one.textContent + ' is not tabular');
  }
  return found;
})()`;

/** In a page: cards of a grid that overlap or are cut off, by their text. */
export const CUT = `[...document.querySelectorAll('main .columns')].flatMap((grid) => {
  const boxes = [...grid.children].map((card) => [card.textContent.slice(0, 40), card.getBoundingClientRect()]);
  const overlaps = (a, b) => a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const { right } = grid.getBoundingClientRect();
  return boxes.filter(([, box]) => box.right > right + 1 || boxes.some(([, other]) => overlaps(box, other))).map(([text]) => text + ' overlaps or is cut off');
})`;
