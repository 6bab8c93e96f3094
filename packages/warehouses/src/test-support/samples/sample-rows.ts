import type { SampleRow } from './write-batch-file.ts'

/** A row with a value in every column. */
export function fullRow(key: string, version: bigint, title = `title of ${key}`): SampleRow {
  return {
    key,
    version,
    values: {
      title,
      stage: 'new',
      amount: 1250n,
      score: 0.125,
      is_open: true,
      happened_at: '2026-11-20T09:00:00.123Z',
      themes: ['hiring', 'a, b'],
      profile: { name: 'Ada', followers: 12, links: ['https://a.example/?q=1'], more: null },
    },
  }
}

/** A row with values in no column but the key. */
export function bareRow(key: string, version: bigint): SampleRow {
  return { key, version, values: {} }
}

export function deletedRow(key: string, version: bigint): SampleRow {
  return { key, version, isDeleted: true }
}

/** Texts that break careless writers and readers of CSV, SQL and JSON. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  ' padded ',
  '"',
  '""',
  'say "hi"',
  "it's",
  'a,b',
  'a;b\tc',
  'line\nfeed',
  'carriage\rreturn',
  'both\r\nends\r\n',
  '\n',
  '\\',
  '\\N',
  '\\.',
  'before\n\\.\nafter',
  'a\\nb\\"c\\\\',
  'NULL',
  'null',
  'true',
  '0x1F',
  '1e5',
  '2026-11-20',
  '{}',
  '{"a":[1]}',
  '[]',
  "'; drop table things; --",
  '$1 {{x}} %s #{x}',
  '`backtick`',
  '👩‍👩‍👧‍👦 \u{1F600}',
  'שלום עולם \u202E rtl',
  'e\u0301 vs \u00e9',
  '\uFFFD',
  '\uFEFFbegins with a mark',
  '\u0001\u001f\u007f\u0085\u2028\u2029',
  'x'.repeat(100_000),
]

export const extremeIntegers: readonly bigint[] = [
  0n,
  -1n,
  2n ** 31n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
]

export const extremeFloats: readonly number[] = [
  0,
  -0.1,
  0.1 + 0.2,
  1 / 3,
  Number.MAX_VALUE,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  -1e21,
]

export const extremeInstants: readonly string[] = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1582-10-10T12:00:00.000Z',
  '1899-12-31T23:59:59.999Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2262-04-12T00:00:00.000Z',
  '2300-06-01T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
]

export const oddKeys: readonly string[] = [
  'd:"a",b',
  "n:o'neill",
  'p:\\N',
  'n:zürich 👍',
  'n: ',
  'N:A',
  'n:a',
  '~!@#$%^&*()',
]
