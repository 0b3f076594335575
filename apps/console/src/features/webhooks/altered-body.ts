interface Event {
  livemode: boolean;
  data: { amount: number };
}

/** The body that was sent for a signed one, as the control API documents `body_altered`. */
export function alteredBody(signed: string): string {
  const event = JSON.parse(signed) as Event;
  if (Number.isSafeInteger(event.data.amount)) event.data.amount += 1;
  else event.livemode = !event.livemode;
  return JSON.stringify(event, null, signed.includes('\n') ? 2 : 0);
}
