/** The kinds of event that Tollgate records (docs/fidelity.md V2). */
export type EventKey = 'charge.capture' | 'charge.complete' | 'charge.create' | 'charge.expire' | 'charge.reverse' | 'charge.update';
