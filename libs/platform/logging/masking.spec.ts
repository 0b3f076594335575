import { masked, maskedInPieces } from './masking.js';

const PIECE_LENGTH = 16 * 1_024;
const NUMBER = '4242 4242 4242 4242';

it.each(Array.from({ length: NUMBER.length + 1 }, (_, cut) => cut))(
  'masks a card number in a long text, %i characters before a cut',
  async (cut) => {
    const text = `${'x'.repeat(PIECE_LENGTH - cut)}${NUMBER}${'y'.repeat(2 * PIECE_LENGTH)}`;
    const safe = await maskedInPieces(text, masked);
    expect(safe.includes('[card number]')).toBe(true);
    // A few digits stay where those on the other side of the cut pass as a number of their own.
    expect(safe.replaceAll(/\D/g, '').length).toBeLessThan(4);
  },
);

it('keeps a long text without secrets', async () => {
  const text = '{"amount":2000,"id":"chrg_test_60aaaaaaaaaaaaaaaa1"}\n'.repeat(2_000);
  expect((await maskedInPieces(text, masked)) === text).toBe(true);
});
