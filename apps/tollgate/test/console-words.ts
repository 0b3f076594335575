/** Texts of the earlier console that needed two readings. */
export const EARLIER_WORDS: readonly string[] = [
  ...['That did not work', 'Start here', 'Look further back', 'The same as a command', 'What comes next', 'What is to go wrong'],
  ...[
    'What the scenario made',
    'one is made',
    'by hand',
    'none of',
    'given up',
    'Stand still',
    'The page the customer sees',
    'As curl',
    'Took',
  ],
  // Of Clock, Faults, Scenarios, Snapshots, Sandboxes and the pages of Balance and Keys & settings.
  ...[
    'To the next',
    'Until idle',
    'Sandbox time:',
    'Machine time',
    'Charges fail twice',
    'Set the fault',
    'What is hit',
    'What goes wrong',
  ],
  ...[
    'Leaves alone first',
    'Lasts',
    'Fired',
    'This is no JSON',
    'As it is set',
    'is refused for want of',
    'Make a sandbox',
    'wait for them',
  ],
  ...['click again to do it', 'What differs', 'as the installation says', 'Let them wait', 'Set by the sandbox', 'Worth in', 'since ever'],
  ...['All fixed again', 'At present', 'is worth in', 'Send webhooks there', 'No day with fees', 'paid-then-expired', 'disputed-and'],
];
