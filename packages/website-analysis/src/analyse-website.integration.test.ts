import { TransientError } from '@signalpost/domain'
import { createOutgoing, type Outgoing } from '@signalpost/outgoing'
import { startWebsite, type Website } from '@signalpost/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebsiteAnalysis, type WebsiteAnalysis } from './analyse-website.ts'
import { UnreadableWebsiteError } from './crawl/crawl-website.ts'

const endless = new URL('./test-support/endless-thread.ts', import.meta.url)
const greedy = new URL('./test-support/greedy-thread.ts', import.meta.url)

let outgoing: Outgoing
let site: Website
let ending: AbortController
const analyses: WebsiteAnalysis[] = []

beforeAll(() => {
  outgoing = createOutgoing({
    allowedNetworks: { has: (address) => address === '127.0.0.1' },
    plainHttp: true,
  })
})

beforeEach(async () => {
  site = await startWebsite()
  ending = new AbortController()
})

afterEach(async () => {
  await Promise.all(analyses.splice(0).map((analysis) => analysis.close()))
  await site.close()
})

afterAll(() => outgoing.close())

function analysisOf(options: { entry?: URL; deadlineMs?: number } = {}): WebsiteAnalysis {
  const analysis = createWebsiteAnalysis({
    outgoing,
    refinePlan: undefined,
    ending: ending.signal,
    ...options,
  })
  analyses.push(analysis)
  return analysis
}

function analyse({ analyse }: WebsiteAnalysis, signal = new AbortController().signal) {
  const request = { companyName: 'Acme', objective: 'find_customers', sources: ['x'] } as const
  return analyse({ ...request, website: `${site.url}/`, acceptLimited: false }, signal)
}

/** Resolves once the website was asked: the thread has what it needs to compute. */
async function whenAsked(): Promise<void> {
  await expect.poll(() => site.asked.length).toBeGreaterThan(0)
}

test('ends a thread that computes without end at the deadline, as an unreadable website', async () => {
  const analysis = analysisOf({ entry: endless, deadlineMs: 5_000 })
  await expect(analyse(analysis)).rejects.toBeInstanceOf(UnreadableWebsiteError)
  expect(site.asked).toEqual(['/'])
  expect(analysis.threads()).toBe(0)
})

test('keeps the thread of a website that could not be read', async () => {
  const analysis = analysisOf()
  await expect(analyse(analysis)).rejects.toThrow('The homepage could not be read.')
  expect(analysis.threads()).toBe(1)
})

test('serves others while a thread computes without end', async () => {
  const analysis = analysisOf({ entry: endless })
  const abort = new AbortController()
  let hasEnded = false
  const work = analyse(analysis, abort.signal).finally(() => {
    hasEnded = true
  })
  work.catch(() => undefined)
  await whenAsked()
  for (let index = 0; index < 20; index += 1) {
    expect((await fetch(`${site.url}/healthz`)).status).toBe(404)
  }
  expect(hasEnded).toBe(false)
  abort.abort(new Error('gone'))
  await expect(work).rejects.toThrow('gone')
  expect(analysis.threads()).toBe(0)
})

test('reads for twenty callers in at most four threads, and tells those past the queue to wait', async () => {
  const analysis = analysisOf({ entry: endless })
  const all = Array.from({ length: 21 }, () => analyse(analysis).catch((error: unknown) => error))
  await expect.poll(() => site.asked.length).toBe(4)
  expect(analysis.threads()).toBe(4)
  expect(await Promise.race(all)).toBeInstanceOf(TransientError)
  ending.abort(new Error('The process is stopping.'))
  await Promise.all(all)
  expect(analysis.threads()).toBe(0)
})

test('ends every thread when the process stops', async () => {
  const analysis = analysisOf({ entry: endless })
  const all = [analyse(analysis), analyse(analysis)].map((work) => work.catch((error: unknown) => error))
  await expect.poll(() => site.asked.length).toBe(2)
  ending.abort(new Error('The process is stopping.'))
  expect(await Promise.all(all)).toEqual([
    new Error('The process is stopping.'),
    new Error('The process is stopping.'),
  ])
  expect(analysis.threads()).toBe(0)
})

test('takes a website that needs too much memory for an unreadable one', async () => {
  await expect(analyse(analysisOf({ entry: greedy }))).rejects.toBeInstanceOf(UnreadableWebsiteError)
})

test('cancels the fetches of an analysis that its caller gave up', async () => {
  let isClosed = false
  site.on('/robots.txt', (request) => {
    request.socket.on('close', () => {
      isClosed = true
    })
  })
  const abort = new AbortController()
  const work = analyse(analysisOf(), abort.signal)
  work.catch(() => undefined)
  await whenAsked()
  abort.abort(new Error('gone'))
  await expect(work).rejects.toThrow('gone')
  await expect.poll(() => isClosed).toBe(true)
})
