import { exchangesOf, type Flow } from '../exchange.js';
import { tokenOf } from './card.js';

const createSchedule = exchangesOf('POST /schedules');

const CHARGE = { customer: '{customer}', amount: 100_000, description: 'Subscription' } as const;
/** Nothing happens while the exchanges are asked. */
const LATER = { start_date: '2099-01-01', end_date: '2099-12-31' } as const;

export const SCHEDULES: readonly Flow[] = [
  {
    name: 'schedules',
    resource: 'schedules',
    exchanges: [
      tokenOf('Create a token for a schedule', 'token'),
      {
        name: 'Create a customer for a schedule',
        resource: 'customers',
        request: 'POST /customers',
        body: { email: 'somchai@shop.example', card: '{token}' },
        save: { customer: 'id' },
        row: 'U1',
      },
      createSchedule(
        'Create a schedule by days',
        'SC1',
        { every: 2, period: 'day', ...LATER, charge: CHARGE },
        { save: { daily: 'id' } },
      ),
      createSchedule(
        'Create a schedule by weekdays',
        'SC4',
        { every: 1, period: 'week', on: { weekdays: ['monday', 'friday'] }, ...LATER, charge: CHARGE },
        { save: { weekly: 'id' } },
      ),
      createSchedule(
        'Create a schedule by days of the month',
        'SC4',
        { every: 1, period: 'month', on: { days_of_month: [1, 15] }, ...LATER, charge: CHARGE },
        { save: { monthly: 'id' } },
      ),
      createSchedule(
        'Create a schedule by the last Friday',
        'SC4',
        {
          every: 3,
          period: 'month',
          on: { weekday_of_month: 'last_friday' },
          ...LATER,
          charge: CHARGE,
        },
        { save: { quarterly: 'id' } },
      ),
      { name: 'Retrieve a schedule', request: 'GET /schedules/{monthly}', row: 'SC1' },
      {
        name: 'List the newest schedules',
        request: 'GET /schedules?limit=2&order=reverse_chronological',
        free: ['total'],
        row: 'L9',
      },
      {
        name: 'List the newest schedule of charges',
        request: 'GET /charges/schedules?limit=1&order=reverse_chronological',
        free: ['total'],
        row: 'L9',
      },
      { name: 'List the schedules of a customer', request: 'GET /customers/{customer}/schedules', row: 'L9' },
      {
        name: 'List the occurrences of a schedule to come',
        request: 'GET /schedules/{daily}/occurrences',
        row: 'SC8',
      },
      { name: 'Delete the schedule by days', request: 'DELETE /schedules/{daily}', row: 'SC11' },
      { name: 'Delete a deleted schedule', request: 'DELETE /schedules/{daily}', row: 'SC11' },
      { name: 'Delete the schedule by weekdays', request: 'DELETE /schedules/{weekly}', row: 'SC11' },
      {
        name: 'Delete the schedule by days of the month',
        request: 'DELETE /schedules/{monthly}',
        row: 'SC11',
      },
      {
        name: 'Delete the schedule by the last Friday',
        request: 'DELETE /schedules/{quarterly}',
        row: 'SC11',
      },
      createSchedule('Create a schedule without a customer', 'SC2', {
        every: 1,
        period: 'day',
        ...LATER,
        charge: { amount: 100_000 },
      }),
      createSchedule('Create a schedule for every 0 days', 'SC3', {
        every: 0,
        period: 'day',
        ...LATER,
        charge: CHARGE,
      }),
      createSchedule('Create a schedule by years', 'SC3', {
        every: 1,
        period: 'year',
        ...LATER,
        charge: CHARGE,
      }),
      createSchedule('Create a schedule without an end', 'SC3', { every: 1, period: 'day', charge: CHARGE }),
      createSchedule('Create a schedule that ends before it starts', 'SC3', {
        every: 1,
        period: 'day',
        start_date: '2099-12-31',
        end_date: '2099-01-01',
        charge: CHARGE,
      }),
      { name: 'Create a schedule without parameters', request: 'POST /schedules', row: 'SC3' },
      {
        name: 'Delete the customer of the schedules',
        resource: 'customers',
        request: 'DELETE /customers/{customer}',
        row: 'U8',
      },
      {
        name: 'Retrieve an unknown schedule',
        request: 'GET /schedules/schd_test_00000000000000000no',
        row: 'E6',
      },
      {
        name: 'Retrieve an unknown occurrence',
        request: 'GET /occurrences/occu_test_00000000000000000no',
        error: 'not_found',
        row: 'E6',
      },
      {
        name: 'List schedules of transfers of another century',
        request: 'GET /transfers/schedules?to=1999-12-31T00:00:00Z',
        row: 'L9',
      },
    ],
  },
];
