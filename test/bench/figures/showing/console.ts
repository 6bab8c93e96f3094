import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type Database } from '@signalpost/database'
import { resolveStores } from '@signalpost/embedded-postgres'
import { signServiceV1 } from '@signalpost/signatures'
import { findBrowser } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { sql } from 'kysely'
import {
  type Installation,
  startInstallation,
} from '../../../../apps/console/src/test-support/start-installation.ts'
import { defineFigure } from '../../define-figure.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import type { Stage } from '../../stage/stage.ts'

const loads = 20
const usable = 'usable p95 ms'
const shown = 'shown after ms'
const bell = 'bell p95 ms'
const rings = 20

type Session = { url: string; cookie: string }

export const consolePages = defineFigure({
  name: 'console',
  title: 'The overview in a browser on this machine, without a cache, and the demo in an open one',
  comparisons: [
    {
      title: 'largest content painted, p95 of 20 loads, ms',
      metric: usable,
      of: 'overview',
      gate: { atMost: 500 },
    },
    {
      title: 'an alert applied to the bell that counts it, p95 of 20, ms',
      metric: bell,
      of: 'bell',
      gate: { atMost: 1_500 },
    },
    {
      title: 'the demo applied to shown by the stream, ms',
      metric: shown,
      of: 'demo',
      gate: { atMost: 1_000 },
    },
  ],
  prepare: async (stage) => {
    const path = findBrowser()
    if (path === undefined) return []
    const browser = await openBrowser(path)
    stage.onEnd(() => browser.close())
    const installation = await startInstallation()
    stage.onEnd(() => installation.stop())
    const session = await logIn(browser, installation)
    return [
      { name: 'demo', measure: await createDemoMeasure(stage, { browser, installation, session }) },
      { name: 'bell', measure: await createBellMeasure(stage, { browser, installation, session }) },
      { name: 'overview', measure: () => measureLoads(browser, session, stage.scaled(loads, 3)) },
    ]
  },
})

async function logIn(browser: TestBrowser, installation: Installation): Promise<Session> {
  const { url }: { url: string } = JSON.parse(await installation.run('login', '--json'))
  const { page, context } = await browser.open()
  await page.goto(url)
  await page.getByRole('button', { name: 'Log in to Signalpost' }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  const [kept] = await context.cookies()
  await context.close()
  return { url: new URL(url).origin, cookie: `${kept?.name}=${kept?.value}` }
}

/** Opens the overview in a new context each time, and reads when its largest content was painted. */
async function measureLoads(browser: TestBrowser, session: Session, times: number) {
  const paintedMs: number[] = []
  for (let load = 0; load < times; load += 1) {
    const { page, context } = await browser.open({}, session)
    await page.goto(`${session.url}/w/org_demo/overview`)
    await page.getByRole('heading', { name: 'By hour' }).waitFor()
    paintedMs.push(await page.evaluate<number>(largestPaint))
    await context.close()
  }
  return { [usable]: percentileOf(paintedMs, 0.95), 'usable p50 ms': percentileOf(paintedMs, 0.5) }
}

const largestPaint = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  observer.observe({ type: 'largest-contentful-paint', buffered: true })
})`

type Opened = { browser: TestBrowser; installation: Installation; session: Session }

/** Every run of the demo but the first sends the same events, which are duplicates; the page shows those too. */
async function createDemoMeasure(stage: Stage, { browser, installation, session }: Opened) {
  const ask = openDatabase(stage, installation)
  const { page } = await browser.open({}, session)
  await page.goto(`${session.url}/w/org_demo/overview`)
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.evaluate(noteShown)
  const read = () => page.evaluate<{ accepted: number; atMs: number }[]>('window.shown')
  return async () => {
    const before = (await read()).at(-1)?.accepted ?? 0
    const { run }: { run: Record<string, number> } = JSON.parse(await installation.run('demo', '--json'))
    const sent = Object.values(run).reduce((sum, count) => sum + count, 0)
    let whole: { atMs: number } | undefined
    while (whole === undefined) {
      await sleep(50)
      whole = (await read()).find(({ accepted }) => accepted >= before + sent)
    }
    const { rows } = await sql<{ at: Date }>`select max(settled_at) as at from deliveries`.execute(ask)
    return { [shown]: Math.max(0, whole.atMs - (rows[0]?.at.getTime() ?? 0)) }
  }
}

function openDatabase(stage: Stage, installation: Installation): Database {
  const { databaseUrl } = resolveStores({
    ...{ databaseUrl: undefined, dataDir: installation.dataDir, masterKeys: undefined },
  })
  const { database } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'bench', maxConnections: 1, onConnectionError: () => undefined },
  })
  stage.onEnd(() => database.destroy())
  return database
}

/** Notes the moments at which the page shows that nothing waits, with what was accepted until then. */
const noteShown = `{
  window.shown = []
  const look = () => {
    const rows = [...(document.querySelector('.sum')?.querySelectorAll('.sum-parts > div') ?? [])]
    const counts = Object.fromEntries(rows.map((row) => [
      row.querySelector('dt').textContent, Number(row.querySelector('dd').textContent.replaceAll(',', '')),
    ]))
    if (counts.queued === 0) window.shown.push({ accepted: counts.accepted, atMs: Date.now() })
  }
  look()
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}`

/** Sends an urgent signal, and waits until the bell of an open page counts it. */
async function createBellMeasure(stage: Stage, { browser, installation, session }: Opened) {
  const ask = openDatabase(stage, installation)
  const [, url = ''] = /^Intake: (\S+)$/m.exec(installation.block) ?? []
  const [, secret = ''] = /'(whsec_[^']+)'/.exec(installation.block) ?? []
  const { page } = await browser.open({}, session)
  await page.goto(`${session.url}/w/org_demo/signals`)
  await page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor()
  await page.evaluate(noteBell)
  let sent = 0
  const ring = async (): Promise<number> => {
    sent += 1
    const id = `sig_bell_${sent}`
    await page.evaluate('window.rung = undefined')
    await send({ url, secret, id })
    let rungAtMs: number | undefined
    while (rungAtMs === undefined) {
      await sleep(20)
      rungAtMs = await page.evaluate<number | undefined>('window.rung')
    }
    const { rows } = await sql<{ at: Date }>`
      select settled_at as at from deliveries where event_id = ${`evt_${id}`}`.execute(ask)
    return rungAtMs - (rows[0]?.at.getTime() ?? 0)
  }
  return async () => {
    const rungMs: number[] = []
    for (let time = 0; time < stage.scaled(rings, 3); time += 1) rungMs.push(await ring())
    return { [bell]: percentileOf(rungMs, 0.95), 'bell p50 ms': percentileOf(rungMs, 0.5) }
  }
}

const noteBell = `{
  const read = () => document.querySelector('aside a[aria-label^="Inbox"]')?.getAttribute('aria-label')
  let before = read()
  const look = () => {
    if (read() === before) return
    before = read()
    window.rung = Date.now()
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
}`

async function send({ url, secret, id }: { url: string; secret: string; id: string }): Promise<void> {
  const at = new Date().toISOString()
  const signal = {
    ...{ id, orgId: 'org_demo', listenerId: 'lsn_1', source: 'reddit', url: `https://example.com/${id}` },
    ...{ title: id, excerpt: 'We need it today.', postedAt: at, firstSeenAt: at, urgency: 'immediate' },
    ...{ relevanceScore: 90, classification: 'high_intent', rationale: 'They ask.', matchedKeywords: [] },
  }
  const event = {
    ...{ id: `evt_${id}`, type: 'signal.created', occurredAt: at, orgId: 'org_demo' },
    data: { signal },
  }
  const body = Buffer.from(JSON.stringify(event))
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': signServiceV1({ secret, timestampSeconds, body }),
  }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  if (status !== 202) throw new Error(`The intake answered ${status}.`)
}
