import type { Flow } from '../exchange.js';
import { tokenOf } from './card.js';

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
      {
        name: 'Create a schedule by days',
        request: 'POST /schedules',
        body: { every: 2, period: 'day', ...LATER, charge: CHARGE },
        save: { daily: 'id' },
        row: 'SC1',
      },
      {
        name: 'Create a schedule by weekdays',
        request: 'POST /schedules',
        body: { every: 1, period: 'week', on: { weekdays: ['monday', 'friday'] }, ...LATER, charge: CHARGE },
        save: { weekly: 'id' },
        row: 'SC4',
      },
      {
        name: 'Create a schedule by days of the month',
        request: 'POST /schedules',
        body: { every: 1, period: 'month', on: { days_of_month: [1, 15] }, ...LATER, charge: CHARGE },
        save: { monthly: 'id' },
        row: 'SC4',
      },
      {
        name: 'Create a schedule by the last Friday',
        request: 'POST /schedules',
        body: {
          every: 3,
          period: 'month',
          on: { weekday_of_month: 'last_friday' },
          ...LATER,
          charge: CHARGE,
        },
        save: { quarterly: 'id' },
        row: 'SC4',
      },
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
      {
        name: 'Create a schedule without a customer',
        request: 'POST /schedules',
        body: { every: 1, period: 'day', ...LATER, charge: { amount: 100_000 } },
        row: 'SC2',
      },
      {
        name: 'Create a schedule for every 0 days',
        request: 'POST /schedules',
        body: { every: 0, period: 'day', ...LATER, charge: CHARGE },
        row: 'SC3',
      },
      {
        name: 'Create a schedule by years',
        request: 'POST /schedules',
        body: { every: 1, period: 'year', ...LATER, charge: CHARGE },
        row: 'SC3',
      },
      {
        name: 'Create a schedule without an end',
        request: 'POST /schedules',
        body: { every: 1, period: 'day', charge: CHARGE },
        row: 'SC3',
      },
      {
        name: 'Create a schedule that ends before it starts',
        request: 'POST /schedules',
        body: { every: 1, period: 'day', start_date: '2099-12-31', end_date: '2099-01-01', charge: CHARGE },
        row: 'SC3',
      },
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
