import type { Payment } from '../messages.js';

/** The page's form that is submitted after the payment. Throws without one. */
export function formFor(element: Element, target: string): HTMLFormElement {
  const form = target === '' ? element.closest('form') : document.querySelector(target);
  if (form instanceof HTMLFormElement) return form;
  throw new Error(
    `OmiseCard: ${target === '' ? 'the button or script must be in a form' : `there is no form ${target}`}`,
  );
}

/** Inputs for the shop's server, always present; their values are the token or source. */
export function setHiddenInputs(form: HTMLFormElement, { token = '', source = '' }: Payment = {}): void {
  setHiddenInput(form, 'omiseToken', token);
  setHiddenInput(form, 'omiseSource', source);
}

function setHiddenInput(form: HTMLFormElement, name: string, value: string): void {
  const present = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  const input = present ?? document.createElement('input');
  input.type = 'hidden';
  input.name = name;
  input.value = value;
  if (!present) form.appendChild(input);
}
