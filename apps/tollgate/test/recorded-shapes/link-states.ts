import request from 'supertest';
import type { LinkBody } from '../answers.js';
import { each, made, type State } from './state.js';

/** Links before they are paid, once they are, and when they are over. */
export const LINK_STATES: readonly State[] = [
  {
    about: 'link',
    state: 'unpaid, for one payment and for many',
    reach: async (shop) => {
      await each([{}, { multiple: true }], (form) => shop.link(form));
      await made(shop.get('/links'));
    },
  },
  {
    about: 'link',
    state: 'paid, with the objects in it',
    reach: async (shop) => {
      const { id, payment_uri: uri } = await shop.link();
      const { status, text } = await request(uri)
        .post('')
        .type('form')
        .send({ method: 'card', card: (await shop.token()).id });
      if (status !== 303) throw new Error(text);
      const { charges } = (await shop.get(`/links/${id}`)).body as LinkBody;
      await made(shop.get(`/charges/${charges.data[0]?.id}`, { expand: 'true' }));
      await made(shop.get(`/links/${id}/charges`));
    },
  },
  { about: 'link', state: 'in live mode', reach: (shop) => shop.link({}, 'live') },
  {
    about: 'link',
    state: 'deleted',
    reach: async (shop) => {
      const { id } = await shop.link();
      await made(shop.delete(`/links/${id}`));
      await made(shop.get(`/links/${id}`));
    },
  },
];
