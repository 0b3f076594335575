import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { useGateway } from './harness.js';
import type { Merchant } from './merchant.js';
import { FLAGS } from './recorded-shapes/charge-states.js';
import { LISTS, RESOURCES, resourceOf, type ResourceName } from './recorded-shapes/resources.js';
import { sideBySide, type State } from './recorded-shapes/state.js';
import { STATES, STATES_OF_CHARGES } from './recorded-shapes/states.js';
import { watchedAccount, type Answer, type WatchedMerchant } from './recorded-shapes/watched-merchant.js';
import { differences, fieldNamesIn, reasonsIn, Sightings } from './shapes.js';

const gateway = useGateway();

/** Kinds that are still shown after deletion. */
const STAY = ['link', 'schedule'];

const reached = new Map<State, Promise<WatchedMerchant>>();

/** One merchant for each state, which is reached once. */
function merchantIn(state: State): Promise<WatchedMerchant> {
  const known = reached.get(state) ?? reach(state);
  reached.set(state, known);
  return known;
}

// Accounts share nothing. A state that is not reached fails its own specs.
beforeAll(() => sideBySide(STATES, merchantIn));

async function reach(state: State): Promise<WatchedMerchant> {
  const shop = await watchedAccount(gateway, state.of);
  await state.reach(shop, gateway);
  return shop;
}

/** Every answer on the way to a state. */
async function answersOf(state: State): Promise<readonly Answer[]> {
  return (await merchantIn(state)).answers;
}

/** The responses, and all objects within them. */
async function objectsOf(state: State): Promise<Answer[]> {
  return (await answersOf(state)).flatMap(objectsIn);
}

function objectsIn(value: unknown): Answer[] {
  if (typeof value !== 'object' || value === null) return [];
  const isObject = 'object' in value && typeof value.object === 'string';
  return [...(isObject ? [value as Answer] : []), ...Object.values(value).flatMap(objectsIn)];
}

/** Problems of a response, with the state in which it was seen. */
function faultsOf({ about, state }: State, answer: Answer, sightings = new Sightings()): string[] {
  const name = resourceOf(answer);
  const faults = differences(answer, RESOURCES[name], name, { resources: RESOURCES, sightings });
  return faults.map((fault) => `${about}, ${state}: ${fault}`);
}

describe.each(STATES)('$about, $state:', (state) => {
  it('has the recorded fields in order, with the recorded types, in every response', async () => {
    const answers = await answersOf(state);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.flatMap((answer) => faultsOf(state, answer))).toEqual([]);
  });

  it('has its mode in every id except that of a receipt', async () => {
    const all = (await objectsOf(state)).filter(({ object }) => object !== 'receipt');
    const named = all.filter(({ id, livemode }) => typeof id === 'string' && typeof livemode === 'boolean');
    expect(named.filter(({ id, livemode }) => livemode === (id as string).includes('_test_'))).toEqual([]);
  });

  it('has in every list the kind of object in its location', async () => {
    const lists = (await objectsOf(state)).filter(({ object }) => object === 'list');
    const misplaced = lists.flatMap(({ location, data }) => {
      const kind = LISTS[String(location).replace(/[a-z]+_(test_)?[0-9a-z]{19}/, '*')];
      return (data as Answer[])
        .filter((item) => resourceOf(item) !== kind)
        .map((item) => `${String(location)} has a ${resourceOf(item)}`);
    });
    expect(misplaced).toEqual([]);
  });

  it('is found at its location, unless deleted', async () => {
    const shop = await merchantIn(state);
    const objects = (await objectsOf(state)).filter(hasLocation);
    const gone = objects.flatMap(({ id, object, deleted }) =>
      deleted === true && !STAY.includes(String(object)) ? [String(id)] : [],
    );
    const isGone = ({ location }: Answer): boolean => gone.some((id) => String(location).includes(id));
    // One location per route and mode, of existing and of deleted objects: only the id differs between
    // objects.
    const byKind = new Map(
      objects.map((one) => [
        JSON.stringify([pathPatternOf(one), one['livemode'], one['deleted'], isGone(one)]),
        one,
      ]),
    );
    const followed = [...byKind.values()];
    const found = await Promise.all(followed.map((named) => follow(shop, named)));
    const expected = followed.map((named) => {
      const { object, id, location } = named;
      return isGone(named)
        ? { object: 'error', code: 'not_found' }
        : { object, location, ...(id !== undefined && { id }) };
    });
    expect(found).toMatchObject(expected);
  });
});

/** A location without its ids. */
function pathPatternOf({ location }: Answer): string {
  return String(location).replaceAll(/[a-z]+_(test_)?[0-9a-z]{19}/g, '*');
}

/** Locations of errors and searches are not objects. */
function hasLocation({ object, location }: Answer): boolean {
  return typeof location === 'string' && object !== 'error' && object !== 'search';
}

/** Retrieves the object at a location with the right key. */
async function follow(shop: Merchant, { object, location, livemode }: Answer): Promise<Answer> {
  const path = String(location);
  const isLive =
    typeof livemode === 'boolean' ? livemode : /_[0-9a-z]{19}/.test(path) && !path.includes('_test_');
  const key = shop.key(
    object === 'token' || object === 'capability' ? 'public' : 'secret',
    isLive ? 'live' : 'test',
  );
  const { body } = await request(object === 'token' ? '' : gateway.settings.baseUrl)
    .get(path)
    .auth(key, '');
  return body as Answer;
}

describe('every recorded value', () => {
  const sightings = new Sightings();

  beforeAll(async () => {
    for (const state of STATES)
      for (const answer of await answersOf(state)) faultsOf(state, answer, sightings);
  });

  it.each(Object.keys(RESOURCES) as ResourceName[])(
    'of a %s is covered by some state, or has a reason',
    (name) => {
      expect(sightings.shortcomings(name, RESOURCES[name])).toEqual([]);
    },
  );
});

describe('the docs/fidelity pages', () => {
  const pages = readdirSync('docs/fidelity').map((name) => readFileSync(join('docs/fidelity', name), 'utf8'));
  const text = pages.join('\n');

  it('have a row for every difference to the recordings', () => {
    const reasons = [...new Set(Object.values(RESOURCES).flatMap(reasonsIn))];
    expect(reasons.length).toBeGreaterThan(20);
    expect(
      reasons.filter(
        (reason) => !text.includes(`\n- **${/\(([A-Z]+\d+)\)$/.exec(reason)?.[1] ?? 'nothing'}** `),
      ),
    ).toEqual([]);
  });

  it.each(Object.keys(RESOURCES) as ResourceName[])('contain every field of a %s', (name) => {
    const quoted = new Set(
      [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code?.match(/\w+/g) ?? []),
    );
    expect(fieldNamesIn(RESOURCES[name]).filter((field) => !quoted.has(field))).toEqual([]);
  });
});

describe.each(STATES_OF_CHARGES)('a $state charge', (state) => {
  const { status, flags } = state;

  it('has the status and flags of the recorded table, and a transaction if paid', async () => {
    const charge = (await answersOf(state)).findLast(({ object }) => object === 'charge');
    expect({ status: charge?.['status'], flags: FLAGS.filter((flag) => charge?.[flag]) }).toEqual({
      status,
      flags: FLAGS.filter((flag) => flags.includes(flag)),
    });
    expect(charge?.['transaction'] !== null).toBe(flags.includes('paid'));
  });
});
