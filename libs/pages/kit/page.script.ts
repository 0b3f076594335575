/**
 * The script of every page that waits, leads on or has a form. It is the same on each, so that the policy can
 * name it by its hash; `data-` attributes hold what differs. Without scripts the page's `noscript` part and
 * the server do the same.
 */
export const PAGE_SCRIPT = `
(() => {
  const { to, poll, afterMs, missing, invalid } = document.querySelector('main').dataset;
  const at = (id) => document.getElementById(id);

  // Goes on to the shop, or waits until the page at 'poll' no longer waits.
  const ask = async () => {
    let isWaiting = true;
    try {
      const answer = await fetch(poll);
      isWaiting = answer.status >= 500 || /<main[^>]* data-poll=/.test(await answer.text());
    } catch {}
    if (isWaiting) setTimeout(ask, afterMs);
    else location.replace(poll);
  };
  if (to) setTimeout(() => location.replace(to), afterMs);
  else if (poll) setTimeout(ask, afterMs);

  // The time left replaces the time of expiry. The page opens again when it is over.
  const time = document.querySelector('time[data-left-ms]');
  if (time) {
    const end = Date.now() + Number(time.dataset.leftMs);
    const label = time.parentElement.previousElementSibling;
    const days = new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: 'day', unitDisplay: 'long' });
    const tick = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      const full = left > 86400 ? Math.floor(left / 86400) : 0;
      const parts = [left / 3600 - 24 * full, left / 60 % 60, left % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
      const clock = parts.slice(left < 3600 ? 1 : 0).join(':');
      time.textContent = full > 0 ? days.format(full) + ' ' + clock : clock;
      if (left > 0) setTimeout(tick, 1000);
      else setTimeout(() => location.replace(poll ?? location.href), 1000);
    };
    label.textContent = label.dataset.counting;
    tick();
  }

  // Messages under fields. Fields that a script reads and no form sends are checked too.
  const problemOf = (field) => at(field.id + '-problem');
  const wrongIn = (form) => [...form.elements].filter((field) => {
    if (!problemOf(field)) return false;
    const isEmpty = field.required && field.value.trim() === '';
    const isWrong = isEmpty || !field.validity.valid;
    problemOf(field).textContent = isWrong ? (isEmpty ? field.dataset.missing ?? missing : invalid) : '';
    field.setAttribute('aria-invalid', String(isWrong));
    return isWrong;
  });
  addEventListener('submit', (event) => {
    const [first] = wrongIn(event.target);
    if (!first) return;
    event.preventDefault();
    event.stopPropagation();
    first.focus();
  }, true);
})();
`;
