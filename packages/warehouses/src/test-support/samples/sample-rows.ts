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
