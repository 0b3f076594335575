/**
 * Sends what is typed of a card to the vault, and its token alone to this host. It says the same on every page, so that the policy can name it by its
 * hash; what differs is in the attributes of the form.
 */
export const CARD_FORM_SCRIPT = `
(() => {
  const form = document.getElementById('card-form');
  const pay = document.getElementById('token-form');
  const problem = document.getElementById('card-problem');
  const button = form.querySelector('button');
  const typed = (id) => document.getElementById(id).value.trim();
  const tell = (text, detail) => {
    problem.textContent = detail ? text + ' (' + detail + ')' : text;
    button.disabled = false;
  };
  const tokenize = async () => {
    const answer = await fetch(form.dataset.vault + '/tokens', {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: 'Basic ' + btoa(form.dataset.key + ':'), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        card: {
          number: typed('card-number').replace(/[ -]/g, ''),
          name: typed('card-name'),
          expiration_month: typed('card-month'),
          expiration_year: typed('card-year'),
          security_code: typed('card-code'),
        },
      }),
    });
    return answer.json();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = '';
    try {
      const token = await tokenize();
      if (token.object !== 'token') return tell(form.dataset.refused, token.message);
      pay.elements.card.value = token.id;
      pay.submit();
    } catch {
      tell(form.dataset.notSent);
    }
  });
  // Whoever comes back finds the form as it was.
  addEventListener('pageshow', () => { button.disabled = false; });
  form.hidden = false;
})();
`;
