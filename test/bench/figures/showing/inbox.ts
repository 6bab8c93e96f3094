import { findBrowser } from '@signalpost/testing'
import { openBrowser, type TestBrowser } from '@signalpost/testing/browser'
import { defineFigure } from '../../define-figure.ts'
import { fillSignals } from '../../filling/fill-signals.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import { openConsoleSession } from '../../stage/open-console-session.ts'

const key = 'key p95 ms'
const counts = 'counts p95 ms'
const otherTabs = 20
const presses = 100

export const inboxFigure = defineFigure({
  name: 'inbox',
  title: `The inbox of signals over a million of them (--size), with the overview open in ${otherTabs} other tabs`,
  isLong: true,
  comparisons: [
    { title: 'key press to the next signal, p95, ms', metric: key, of: 'keys', gate: { atMost: 100 } },
    { title: 'counts of the views, p95, ms', metric: counts, of: 'counts', gate: { atMost: 100 } },
  ],
  prepare: async (stage) => {
    const path = findBrowser()
    if (path === undefined) return []
    const postgres = await stage.startPostgres()
    const store = await prepareStore(postgres)
    const { databaseUrl, masterKey, source } = store
    const { orgId, sourceId } = source
    const count = stage.size ?? (stage.isQuick ? 20_000 : 1_000_000)
    stage.tell(`stores ${count.toLocaleString('en')} signals`)
    await fillSignals(databaseUrl, { orgId, sourceId, count })
    await postgres.settle()
    const env = { SIGNALPOST_DATA_DIR: stage.createDirectory() }
    const product = await stage.startProduct({ databaseUrl, masterKey, counts: { console: 1 }, env })
    const url = `http://127.0.0.1:${addressOf(product.consoles[0]).port}`
    const session = { url, ...(await openConsoleSession(databaseUrl, [orgId])) }
    const browser = await openBrowser(path)
    stage.onEnd(() => browser.close())
    const others = stage.scaled(otherTabs, 2)
    for (let tab = 0; tab < others; tab += 1) {
      const { page } = await browser.open({}, session)
      await page.goto(`${url}/w/${orgId}/overview`)
    }
    const measureKeys = await openInbox(browser, session, orgId)
    return [
      { name: 'keys', measure: async () => measureKeys(stage.scaled(presses, 10)) },
      {
        name: 'counts',
        measure: async () => {
          const durationsMs: number[] = []
          for (let time = 0; time < stage.scaled(presses, 10); time += 1) {
            const startedAtMs = performance.now()
            const answer = await fetch(`${url}/console/api/w/${orgId}/signal-views`, {
              headers: { cookie: session.cookie },
            })
            if (!answer.ok) throw new Error(`The counts answered ${answer.status}.`)
            await answer.arrayBuffer()
            durationsMs.push(performance.now() - startedAtMs)
          }
          return {
            [counts]: percentileOf(durationsMs, 0.95),
            'counts p50 ms': percentileOf(durationsMs, 0.5),
          }
        },
      },
    ]
  },
})

/** Opens the inbox. Each press of `j` ends when the page has painted the heading of the next signal. */
async function openInbox(browser: TestBrowser, session: { url: string; cookie: string }, orgId: string) {
  const { page } = await browser.open({}, session)
  await page.goto(`${session.url}/w/${orgId}/signals`)
  await page.locator('.lead-rows [data-row]').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('.leads-open h1').waitFor()
  return async (times: number) => {
    const durationsMs: number[] = []
    for (let time = 0; time < times; time += 1) {
      await page.evaluate(noteHeading)
      await page.keyboard.press('j')
      durationsMs.push(await page.evaluate<number>('window.headed'))
    }
    return { [key]: percentileOf(durationsMs, 0.95), 'key p50 ms': percentileOf(durationsMs, 0.5) }
  }
}

const noteHeading = `{
  const read = () => document.querySelector('.leads-open h1')?.textContent
  const before = read()
  window.headed = new Promise((resolve) => {
    // Before the page, which keeps the key to itself.
    window.addEventListener('keydown', ({ timeStamp }) => {
      const look = () => {
        if (read() === before || read() === undefined) requestAnimationFrame(look)
        else requestAnimationFrame(() => resolve(performance.now() - timeStamp))
      }
      look()
    }, { once: true, capture: true })
  })
  // The promise is not what this returns: it ends after the key.
  undefined
}`
