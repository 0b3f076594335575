/**
 * Sends what is typed of a card to the vault, and its token alone to this host. It says the same on every
 * page, so that the policy can name it by its hash; what differs is in the attributes of the form. A test
 * card is filled in here, into fields that no form sends.
 */
export const CARD_FORM_SCRIPT = `
(() => {
  const at = (id) => document.getElementById(id);
  const form = at('card-form');
  const pay = at('token-form');
  const problem = at('card-problem');
  const expiry = at('card-expiry');
  const button = form.querySelector('button');
  const typed = (id) => at(id).value.trim();
  const tell = (text, detail) => {
    problem.textContent = detail ? text + ' (' + detail + ')' : text;
    button.disabled = false;
  };
  // 1230, 12/30 and 12/2030 are all December 2030.
  const readExpiry = () => {
    const [, month, year] = /^(0?[1-9]|1[0-2])\\s*[/-]?\\s*(?:20)?(\\d\\d)$/.exec(expiry.value.trim()) ?? [];
    return month && { expiration_month: month, expiration_year: '20' + year };
  };
  const tokenize = async (ends) => {
    const answer = await fetch(form.dataset.vault + '/tokens', {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Basic ' + btoa(form.dataset.key + ':'), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        card: { ...ends, number: typed('card-number').replace(/[ -]/g, ''), name: typed('card-name'), security_code: typed('card-code') },
      }),
    });
    return answer.json();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const ends = readExpiry();
    if (!ends) {
      at('card-expiry-problem').textContent = form.dataset.expiry;
      expiry.setAttribute('aria-invalid', 'true');
      return expiry.focus();
    }
    button.disabled = true;
    problem.textContent = '';
    try {
      const token = await tokenize(ends);
      if (token.object !== 'token') return tell(form.dataset.refused, token.message);
      pay.elements.card.value = token.id;
      pay.submit();
    } catch {
      tell(form.dataset.notSent);
    }
  });
  // Inserts the slash while the customer types.
  expiry.addEventListener('input', ({ inputType }) => {
    if (inputType === 'insertText' && /^(0[1-9]|1[0-2])\\d$/.test(expiry.value)) expiry.value = expiry.value.slice(0, 2) + '/' + expiry.value[2];
  });
  at('test-card')?.addEventListener('change', ({ target }) => {
    const values = target.value && { number: target.value.replace(/(\\d{4})(?=\\d)/g, '$1 '), name: 'Somchai Prasert', expiry: '12/40', code: '123' };
    for (const [field, value] of Object.entries(values || {})) {
      at('card-' + field).value = value;
      at('card-' + field).removeAttribute('aria-invalid');
      at('card-' + field + '-problem').textContent = '';
    }
    problem.textContent = '';
  });
  // Restores the button after the browser's Back.
  addEventListener('pageshow', () => { button.disabled = false; });
  form.hidden = false;
})();
`;
