import request from 'supertest';

type Labels = Readonly<Record<string, string>>;

/** The figures of one process at one moment, as Prometheus reads them. */
export interface Scrape {
  readonly text: string;
  /** The sum of the samples with at least these labels; `undefined` without samples. */
  readonly sum: (name: string, labels?: Labels) => number | undefined;
}

export async function scrape(port: number): Promise<Scrape> {
  const { text, status } = await request(`http://127.0.0.1:${port}`).get('/metrics');
  if (status !== 200) throw new Error(`${status} ${text}`);
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readSample);
  return {
    text,
    sum: (name, labels = {}) => {
      const fitting = samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      );
      return fitting.length === 0 ? undefined : fitting.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function readSample(line: string): { name: string; labels: Labels; value: number } {
  const [, name = '', labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
  return { name, labels: Object.fromEntries(pairs) as Labels, value: Number(value) };
}
