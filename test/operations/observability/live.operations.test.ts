import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { programOf, readDocuments, waitUntil } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboards } from './dashboards/panels.ts'
import { familyOf, metricNamesIn, rulesText } from './support/rules.ts'
import { type Prometheus, startPrometheus } from './support/start-prometheus.ts'
import { startWatchedProduct, type WatchedProduct } from './support/start-watched-product.ts'
import { undoAll } from './support/undo-all.ts'

const undos: (() => Promise<unknown>)[] = []
let watched: WatchedProduct
let prometheus: Prometheus
/** What each process shows, by its kind. */
const shown = new Map<string, string>()

const kinds = ['intake', 'api', 'worker', 'console', 'searcher'] as const
const limitMs = 240_000
/** Two scrapes with traffic between them, so that rates exist. */
const scrapesOfRates = 2

beforeAll(async () => {
  // Only an intake of several processes shows how many there are.
  const env = { SIGNALPOST_INTAKE_PROCESSES: '2' }
  watched = await startWatchedProduct((undo) => undos.push(undo), { env })
  prometheus = await startPrometheus({ ports: watched.ports(), token: watched.token, rules: rulesText })
  undos.push(prometheus.stop)
  await watched.work()
  await prometheus.whenScraped()
  await waitUntil('the rates have samples', async () => {
    const [counted] = await prometheus.query('min(count_over_time(signalpost_build_info[5m]))')
    const [gathered] = await prometheus.query('count(signalpost_database_bytes > 0)')
    return (counted?.value ?? 0) >= scrapesOfRates && gathered !== undefined
  })
  await watched.work()
  for (const kind of kinds) {
    const answer = await fetch(`http://127.0.0.1:${watched.portOf(kind)}/metrics`)
    shown.set(kind, await answer.text())
  }
}, limitMs)

afterAll(() => undoAll(undos))

test('every metric in rules, dashboards and documents is shown by a process', () => {
  const exposed = new Set(
    [...shown.values()].flatMap((text) => [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)),
  )
  const inDocuments = readDocuments()
    .filter(({ path }) => path.startsWith('docs/operating/') || path.startsWith('docs/runbooks/'))
    .flatMap(({ text }) => metricNamesIn(text.replaceAll(/[\w/-]+\.md/g, '')))
  const inDashboards = metricNamesIn(JSON.stringify(dashboards))
  const named = [...metricNamesIn(rulesText), ...inDashboards, ...inDocuments].filter(
    (name) => !name.endsWith('_'),
  )
  expect(inDashboards.length).toBeGreaterThan(40)
  const missing = named.filter((name) => !exposed.has(name) && !exposed.has(familyOf(name)))
  expect([...new Set(missing)]).toEqual([])
})

test.each(kinds)('promtool finds no fault in the metrics of the %s', (kind) => {
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: shown.get(kind) ?? '',
    encoding: 'utf8',
  })
  const faults = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
  expect(faults).toEqual([])
})

test('nothing fires while all is well', async () => {
  expect(await prometheus.firing()).toEqual([])
})

const panels = dashboards.flatMap(({ name, panels }) =>
  panels.flatMap(({ title, mayBeEmpty, series }) =>
    series.map(({ expr, legend }) => ({ name, title, legend, mayBeEmpty, expr })),
  ),
)

test.each(panels)('$name: $title, $legend has an answer', async ({ expr, mayBeEmpty }) => {
  const asked = expr.replaceAll('$at', 'cell=~".*"').replaceAll('$__rate_interval', '1m')
  const answer = () => prometheus.query(asked)
  // Some gauges are measured every 15 s only.
  if (mayBeEmpty === undefined) await expect.poll(answer, { timeout: 90_000 }).not.toEqual([])
  else await answer()
})

describe('the commands of the runbooks', () => {
  const runbooks = readDocuments().filter(({ path }) => path.startsWith('docs/runbooks/'))
  const blocks = runbooks.flatMap((runbook) => runbook.blocks)
  const linesOf = (language: string) => [
    ...new Set(
      blocks.filter((block) => block.language === language).flatMap(({ code }) => code.trim().split('\n')),
    ),
  ]

  test.each(linesOf(''))(
    '%s',
    async (line) => {
      const words = line.replace('./signalpost ', '').split(' ')
      // The product of this test has several workspaces.
      const workspace = /^(?:rule|source|delivery|alert|channel|job|warehouse|listener|platform) /.test(
        words.join(' '),
      )
        ? ['--workspace', 'org_alerted']
        : []
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [programOf('cli'), ...words, ...workspace],
        { env: { PATH: process.env.PATH, ...watched.env } },
      )
      expect(stdout).not.toBe('')
    },
    limitMs,
  )

  test.each(linesOf('sh'))('%s', async (line) => {
    const urls = Object.fromEntries(
      kinds.map((kind) => [`${kind.toUpperCase()}_URL`, `http://127.0.0.1:${watched.portOf(kind)}`]),
    )
    const { stdout } = await promisify(execFile)('sh', ['-euc', line], {
      env: { PATH: process.env.PATH, ...urls },
    })
    expect(stdout).not.toBe('')
  })

  test.each(linesOf('sql'))('%s', async (statement) => {
    expect(statement).toMatch(/^select [^;]+;$/)
    await watched.harness.query(statement)
  })
})
