/** Messages between library and form: JSON texts with a type and its fields (docs/fidelity.md BL4). */
export interface Message {
  readonly type: MessageType;
  readonly data?: unknown;
}

export type MessageType =
  /** To the form: show yourself, so. */
  | 'SHOW_IFRAME_APP_FORM'
  /** To the form: create a token or a source of the entered data. */
  | 'REQUEST_CARD_TOKEN'
  /** To the library: the customer has closed the form. */
  | 'CLOSE_IFRAME'
  /** To the library: hide the form, with the token or source. */
  | 'CLOSE_AND_SEND_TOKEN'
  /** To the library: the token or source. */
  | 'SEND_TOKEN'
  /** To the library: this is wrong. */
  | 'SEND_ERROR';

export interface Payment {
  readonly token?: string;
  readonly source?: string;
  /** True if the customer wants to save the card. */
  readonly remember?: boolean;
}

/** Parses a message; `undefined` if invalid. */
export function readMessage(data: unknown): Message | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const message = JSON.parse(data) as Partial<Message> | null;
    return message && typeof message.type === 'string' ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
