/**
 * Search and deep links of a reference page. It searches what the page shows, so the page loads nothing else.
 * Without it the page is complete, but cannot be searched.
 */
export const REFERENCE_SCRIPT = `
(() => {
  const at = (id) => document.getElementById(id);
  const [query, list, status] = ['query', 'results', 'status'].map(at);
  const MAX_RESULTS = 40;
  const LABELS = { operation: '', tag: 'section', error: 'error', schema: 'schema', field: 'field' };

  const kebab = (name) => name.replace(/([a-z])([A-Z])/g, '$1-$2').replace(/(%20|[_ .])+/g, '-').toLowerCase();
  // Links to the former page: #/Charges/Charges.create.
  const idIn = (hash) => hash.startsWith('#/') ? kebab(hash.split('/').pop()) : hash.slice(1);
  const reveal = () => {
    const id = idIn(location.hash);
    const target = id && at(id);
    if (!target) return;
    if (location.hash !== '#' + id) return location.replace('#' + id);
    for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();

  let hiding;
  document.addEventListener('click', async ({ target }) => {
    const anchor = target.closest('.anchor');
    // Browsers without a clipboard, and those that refuse it, only follow the link.
    const isCopied = anchor && navigator.clipboard && await navigator.clipboard.writeText(anchor.href).then(() => true, () => false);
    if (!isCopied) return;
    status.textContent = 'Link copied';
    clearTimeout(hiding);
    hiding = setTimeout(() => { status.textContent = ''; }, 2000);
  });

  const titleOf = (element) => element.querySelector('h2 span, h3 span').textContent;
  const readers = {
    operation: (element) => {
      const [method, path] = ['.route b', '.route code'].map((part) => element.querySelector(part).textContent);
      const [title, command] = [titleOf(element), element.querySelector('.command')];
      const names = [path, ...path.split('/').slice(1), method + ' ' + path, title];
      return { names: command ? [...names, command.textContent] : names, about: title, title: method + ' ' + path };
    },
    tag: (element) => ({ names: [titleOf(element)], about: '' }),
    error: (element) => ({ names: [titleOf(element)], about: element.querySelector('.message').textContent }),
    schema: (element) => ({ names: [titleOf(element)], about: '' }),
    field: (element) => ({ names: [element.querySelector('code').textContent], about: titleOf(element.closest('article')) }),
  };
  const SELECTORS = { operation: '.operation', tag: '.tag', error: '.error', schema: '.schema', field: 'dl > [id]' };
  const plain = (text) => text.toLowerCase().replace(/^\\//, '');
  let entries;
  const readEntries = () => Object.entries(SELECTORS).flatMap(([kind, selector]) =>
    [...document.querySelectorAll(selector)].map((element) => {
      const { names, about, title = names[0] } = readers[kind](element);
      return { kind, id: element.id, title, about, names: names.map(plain), text: plain([...names, about].join(' ')) };
    }));
  // The lower, the better. A field of the same name comes after operations that begin with it.
  const rankOf = ({ kind, names, text }, wanted, words) => {
    if (!words.every((word) => text.includes(word))) return undefined;
    const best = names.includes(wanted) ? 0 : names.some((name) => name.startsWith(wanted)) ? 1 : names.some((name) => name.includes(wanted)) ? 2 : 3;
    return best + (kind === 'field' ? 1.5 : 0);
  };
  const search = (typed) => {
    entries ??= readEntries();
    const wanted = plain(typed.trim());
    const words = wanted.split(/\\s+/);
    return entries
      .map((entry) => ({ entry, rank: rankOf(entry, wanted, words) }))
      .filter(({ rank }) => rank !== undefined)
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MAX_RESULTS)
      .map(({ entry }) => entry);
  };

  let results = [];
  let selected = 0;
  const part = (name, text) => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  const select = (index) => {
    list.children[selected]?.setAttribute('aria-selected', 'false');
    selected = index;
    const option = list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (results.length > 0) query.setAttribute('aria-activedescendant', option.id);
    else query.removeAttribute('aria-activedescendant');
  };
  const show = (isOpen) => {
    list.hidden = !isOpen;
    query.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) query.removeAttribute('aria-activedescendant');
  };
  const refresh = () => {
    const isEmpty = query.value.trim() === '';
    results = isEmpty ? [] : search(query.value);
    list.replaceChildren(...results.map(({ kind, title, about }, index) => {
      const option = document.createElement('li');
      option.id = 'result-' + index;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      option.append(part('code', title), ' ', part('span', about), ' ', part('small', LABELS[kind]));
      return option;
    }));
    if (results.length === 0) {
      const none = part('li', 'No results');
      none.setAttribute('role', 'option');
      none.setAttribute('aria-disabled', 'true');
      list.append(none);
    }
    show(!isEmpty);
    if (results.length > 0) select(0);
  };
  const open = (index) => {
    const found = results[index];
    if (!found) return;
    show(false);
    query.blur();
    if (location.hash === '#' + found.id) reveal();
    else location.hash = found.id;
  };
  query.addEventListener('input', refresh);
  query.addEventListener('focus', () => { if (query.value.trim() !== '') refresh(); });
  query.addEventListener('blur', () => show(false));
  query.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) select((selected + step + results.length) % results.length);
    else if (event.key === 'Enter') open(selected);
    else if (event.key === 'Escape') query.blur();
    else return;
    event.preventDefault();
  });
  // The field keeps the focus during a click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => open([...list.children].indexOf(target.closest('li'))));
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === query) return;
    event.preventDefault();
    query.focus();
    query.select();
  });
})();
`;
