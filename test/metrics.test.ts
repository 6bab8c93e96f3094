import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMetricsRegistry } from '@signalpost/runtime'
import { expect, test } from 'vitest'

// `promtool check metrics` judges what a process shows. These are its rules, over the metrics of every register: those that the
// sources declare, and Node's own as a process shows them.

type Family = { name: string; type: string; help: string; labels: readonly string[] }

const root = fileURLToPath(new URL('..', import.meta.url))
const types = ['counter', 'gauge', 'histogram', 'summary']

const constructions = /\bnew (Counter|Gauge|Histogram|Summary)\(/g
const text = String.raw`(?<quote>['"\x60])(?<help>.*?)\k<quote>`
/** How sources declare metrics, each with a name and a help text in place. */
const declarations: readonly { form: RegExp; type?: string }[] = [
  {
    form: new RegExp(
      String.raw`\bnew (?<type>Counter|Gauge|Histogram|Summary)\(\{\s*name: '(?<name>[^']+)',\s*help:\s*${text}(?:,\s*labelNames: \[(?<labels>[^\]]*)\])?`,
      'gs',
    ),
  },
  {
    form: new RegExp(String.raw`\b(?:gauge|optional)\(\s*'(?<name>signalpost_[^']+)',\s*${text}`, 'gs'),
    type: 'gauge',
  },
  {
    form: new RegExp(String.raw`\bhistogram: \{\s*name: '(?<name>[^']+)',\s*help: ${text}`, 'gs'),
    type: 'histogram',
  },
  { form: /\brefusals: '(?<name>[^']+)'(?<help>)/g, type: 'counter' },
]

/** Constructions whose names and texts come from the other forms. */
const indirect: Readonly<Record<string, number>> = {
  'apps/worker/src/store-metrics.ts': 1,
  'packages/runtime/src/http/observe-requests.ts': 2,
  'packages/sync/src/sync-metrics.ts': 1,
}

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^(apps|packages|infra)\//.test(path) && !/\.test\.ts$|\/test-support\//.test(path))

const declared = sources.map((path) => {
  const code = readFileSync(join(root, path), 'utf8')
  const families = declarations.flatMap(({ form, type }) =>
    [...code.matchAll(form)].map(({ groups = {} }) => ({
      family: {
        name: groups.name ?? '',
        type: type ?? (groups.type ?? '').toLowerCase(),
        // That of refusals is the same for all.
        help: groups.help === '' && type === 'counter' ? 'as declared' : (groups.help ?? ''),
        labels: [...(groups.labels ?? '').matchAll(/'([^']+)'/g)].map(([, label]) => label ?? ''),
      },
      isDirect: type === undefined,
    })),
  )
  return { path, families, constructions: [...code.matchAll(constructions)].length }
})

test('reads every declaration of a metric', () => {
  const unread = declared
    .map(({ path, families, constructions: made }) => {
      const read = families.filter(({ isDirect }) => isDirect).length
      return { path, unread: made - read - (indirect[path] ?? 0) }
    })
    .filter((one) => one.unread !== 0)
  expect(unread).toEqual([])
  expect(declared.flatMap(({ families }) => families).length).toBeGreaterThan(60)
})

test('promtool would find no fault in the metrics that the sources declare', () => {
  const families = declared.flatMap((one) => one.families.map(({ family }) => family))
  expect(families.flatMap(faultsOf)).toEqual([])
})

test('nor in those that every process has', async () => {
  const families = readFamilies(await createMetricsRegistry('test').metrics())
  expect(families.length).toBeGreaterThan(20)
  expect(families.flatMap(faultsOf)).toEqual([])
})

test.each<[string, Partial<Family>]>([
  ['no help text', { help: '' }],
  ['a counter without _total', { name: 'signalpost_posts' }],
  ['_total, but no counter', { type: 'gauge' }],
  ['no base unit: days', { name: 'signalpost_days_total' }],
  ['no base unit: milliseconds', { name: 'signalpost_wait_milliseconds_total' }],
  ['a suffix of histograms', { name: 'signalpost_posts_count', type: 'gauge' }],
  ['a label of histograms', { labels: ['le'] }],
  ['its type in its name', { name: 'signalpost_counter_total' }],
  ['a colon', { name: 'signalpost:posts_total' }],
  ['capitals', { name: 'signalpost_newPosts_total' }],
  ['an abbreviated unit', { name: 'signalpost_wait_ms_total' }],
])('names %s', (fault, changes) => {
  const family = { name: 'signalpost_posts_total', type: 'counter', help: 'Posts.', labels: [], ...changes }
  expect(faultsOf(family)).toContain(`${family.name}: ${fault}`)
})

const baseUnits: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['seconds', 'bytes', 'joules', 'grams', 'celsius', 'meters', 'volts', 'amperes'].map((unit) => [
      unit,
      unit,
    ]),
  ),
  ...{ minutes: 'seconds', hours: 'seconds', days: 'seconds', weeks: 'seconds', bit: 'bytes', bits: 'bytes' },
}
const prefixed =
  /^(?:pico|nano|micro|milli|centi|deci|deca|hecto|kilo|kibi|mega|mibi|giga|gibi|tera|tebi|peta|pebi)(.+)$/
const abbreviations = ['s', 'ms', 'us', 'ns', 'sec', 'b', 'kb', 'mb', 'gb', 'tb', 'pb', 'm', 'h', 'd']

/** The rules of promtool's lint. */
function faultsOf({ name, type, help, labels }: Family): string[] {
  const parts = name.toLowerCase().split('_')
  const foreign = parts.filter((part) => {
    const unit = prefixed.exec(part)?.[1]
    if (unit !== undefined && baseUnits[unit] !== undefined) return true
    return baseUnits[part] !== undefined && baseUnits[part] !== part
  })
  const isDistribution = type === 'histogram' || type === 'summary'
  const faults: [boolean, string][] = [
    [help === '', 'no help text'],
    [type === 'counter' && !name.endsWith('_total'), 'a counter without _total'],
    [type !== 'counter' && name.endsWith('_total'), '_total, but no counter'],
    [foreign.length > 0, `no base unit: ${foreign.join(', ')}`],
    [!isDistribution && /_(?:bucket|count|sum)$/.test(name), 'a suffix of histograms'],
    [!isDistribution && labels.some((label) => ['le', 'quantile'].includes(label)), 'a label of histograms'],
    [types.some((one) => `${name}_`.includes(`_${one}_`)), 'its type in its name'],
    [name.includes(':'), 'a colon'],
    [[name, ...labels].some((word) => /[a-z][A-Z]/.test(word)), 'capitals'],
    [parts.some((part) => abbreviations.includes(part)), 'an abbreviated unit'],
  ]
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `${name}: ${fault}`)
}

/** Reads the text that a process shows. */
function readFamilies(shown: string): Family[] {
  const helps = new Map([...shown.matchAll(/^# HELP (\S+) ?(.*)$/gm)].map(([, name, help]) => [name, help]))
  return [...shown.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => {
    const series = [...shown.matchAll(new RegExp(String.raw`^${name}\{(.*)\} `, 'gm'))]
    const labels = series.flatMap(([, list = '']) =>
      [...list.matchAll(/(\w+)="/g)].map(([, label]) => label ?? ''),
    )
    return { name, type, help: helps.get(name) ?? '', labels: [...new Set(labels)] }
  })
}
