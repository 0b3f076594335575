/** The 3-D Secure page has buttons, or a form for a one-time password. */
export const CHALLENGES = ['buttons', 'otp'] as const;

export type Challenge = (typeof CHALLENGES)[number];

/** The look of payment pages: one for each kind of payment method, or one for all. */
export const PAGE_THEMES = ['method', 'plain'] as const;

export type PageTheme = (typeof PAGE_THEMES)[number];
