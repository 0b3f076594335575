import type { Command } from 'commander';
import { asking, inSandbox, withCommon, type CommonOptions } from '../common.js';
import { EXIT, Failure } from '../failure.js';
import { show } from '../show.js';

/** The scenario that causes an event, with real objects. */
export const TRIGGERS: Readonly<Record<string, string>> = {
  'charge.create': 'paid',
  'charge.complete': 'paid',
  'charge.expire': 'authorized-then-lapsed',
  'refund.create': 'refunded-in-parts',
  'dispute.create': 'disputed',
  'dispute.accept': 'disputed-and-lost',
  'dispute.update': 'disputed-and-won',
  'dispute.close': 'disputed-and-won',
};

const NAMES = Object.keys(TRIGGERS).join(', ');

export function addTrigger(program: Command): void {
  withCommon(
    program
      .command('trigger')
      .description('Triggers an event: creates its objects and plays the customer or bank.'),
  )
    .argument('<event>', `Event to trigger: ${NAMES}`)
    .option('--order <text>', 'metadata.order of the charge')
    .option('--amount <number>', 'Amount of the charge in the smallest currency unit')
    .option('--currency <code>', 'Currency of the charge, such as THB')
    .action(
      async (
        event: string,
        {
          order,
          amount,
          currency,
          ...common
        }: CommonOptions & Record<'order' | 'amount' | 'currency', string | undefined>,
      ) => {
        const scenario = TRIGGERS[event];
        if (scenario === undefined)
          throw new Failure(`cannot trigger ${event}; use one of ${NAMES}`, EXIT.usage);
        const { control, sandbox } = asking(common);
        const given = Object.entries({ order, amount, currency }).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        );
        const body = new URLSearchParams(given);
        show(
          { id: 'Scenarios.run' },
          await control.json('POST', inSandbox(sandbox, `/scenarios/${scenario}/run`), { body }),
          common,
        );
      },
    );
}
