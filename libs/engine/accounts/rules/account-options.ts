/** The 3-D Secure page has buttons, or a form for a one-time password. */
export const CHALLENGES = ['buttons', 'otp'] as const;

export type Challenge = (typeof CHALLENGES)[number];

/** The look of payment pages: one for all, or one for each kind of payment method. */
export const PAGE_THEMES = ['plain', 'method'] as const;

export type PageTheme = (typeof PAGE_THEMES)[number];
