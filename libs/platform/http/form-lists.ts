/** A name whose value belongs to an object of a list without a number: `items[][name]`. */
const UNNUMBERED = /^(.*?)\[\]\[([^[\]]+)\](.*)$/;
/** Brackets, letters and digits: what a name is understood by, and may be encoded all the same. */
const ENCODED = /%(?:5[BDF]|3\d|[46][1-9A-F]|[57][\dA]|2D)/gi;

/** True if the form has a list of objects without numbers. */
export function hasUnnumberedLists(form: string): boolean {
  return bracketed(form).includes('[][');
}

/**
 * Numbers the objects of such lists, so that they can be told apart: `items[][name]=a&items[][name]=b`
 * becomes `items[0][name]=a&items[1][name]=b`. A name that comes again begins the next object
 * (docs/fidelity.md H1).
 */
export function numbered(form: string): string {
  const lists = new Map<string, { index: number; names: Set<string> }>();
  const numberedName = (name: string): string => {
    const [, list, field, rest] = UNNUMBERED.exec(bracketed(name)) ?? [];
    if (list === undefined || field === undefined || rest === undefined) return name;
    const current = lists.get(list) ?? { index: 0, names: new Set() };
    // The values of a list inside the object come again, too, and begin nothing.
    const isNext = !rest.endsWith('[]') && current.names.has(field + rest);
    const own = isNext ? { index: current.index + 1, names: new Set<string>() } : current;
    lists.set(list, { index: own.index, names: own.names.add(field + rest) });
    return `${list}[${own.index}][${field}]${rest}`;
  };
  return form
    .split('&')
    .map((pair) => {
      const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
      return numberedName(pair.slice(0, end)) + pair.slice(end);
    })
    .join('&');
}

/** A name with its brackets, letters and digits as they are, not encoded. */
export function bracketed(text: string): string {
  return text.replaceAll(ENCODED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
