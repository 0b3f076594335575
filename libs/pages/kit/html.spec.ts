import { html, Html } from './html.js';

describe('html', () => {
  it('leaves the template itself as it is', () => {
    expect(html`<p class="a">&amp;</p>`.text).toBe('<p class="a">&amp;</p>');
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['" onload="x', '&quot; onload=&quot;x'],
    ["' onload='x", '&#39; onload=&#39;x'],
    ['Fish & <Chips>', 'Fish &amp; &lt;Chips&gt;'],
    ['&lt;', '&amp;lt;'],
    ['ชำระเงิน $1', 'ชำระเงิน $1'],
    ['', ''],
  ])('escapes the value %s', (value, escaped) => {
    expect(html`<p title="${value}">${value}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it('writes numbers, 0 too, and nothing for undefined', () => {
    expect(html`${0}|${-1.5}|${undefined}|`.text).toBe('0|-1.5||');
  });

  it('does not escape twice what is HTML already, one part or many', () => {
    const items = ['a & b', '<c>'].map((item) => html`<li>${item}</li>`);
    expect(html`${items}|${html`<hr />`}|${new Html('<svg></svg>')}|${[]}`.text).toBe(
      '<li>a &amp; b</li><li>&lt;c&gt;</li>|<hr />|<svg></svg>|',
    );
  });
});
