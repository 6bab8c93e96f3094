import { updateWorkspace } from '@signalpost/database/access'
import { expect, test } from 'vitest'
import { stageAnalyses, validAnalysis } from './test-support/stage-analyses.ts'

const stage = stageAnalyses()
const { analyse, analyseText, countReservations } = stage

test('lets five calls of a key through in an hour, over all processes, whatever becomes of them', async () => {
  const urls = [stage.api.url, stage.strict.url]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => analyseText({ url: urls[index % 2] ?? stage.api.url })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'rate_limited' })
  const retryAfter = Number(refused?.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(3_500)
  expect(retryAfter).toBeLessThanOrEqual(3_600)
})

test('never exceeds the allowance, gives back what did not succeed, and says what is used', async () => {
  await updateWorkspace(stage.api.database, 'org_one', { analysisAllowance: 3 })
  const lost = await Promise.all([1, 2].map(() => analyse({ website: 'http://127.0.0.1:1/' })))
  expect(lost.map(({ status }) => status)).toEqual([422, 422])

  const keys = await Promise.all(Array.from({ length: 8 }, () => stage.newKey()))
  const answers = await Promise.all(
    keys.map((one, index) => {
      stage.key = one
      return analyseText({ url: index % 2 === 0 ? stage.api.url : stage.strict.url })
    }),
  )
  const done = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => (body as { usage: unknown }).usage)
  const now = new Date()
  const resetsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
  expect(done).toHaveLength(3)
  expect(done).toContainEqual({ allowance: 3, used: 3, resetsAt })
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body).toMatchObject({ code: 'allowance_exhausted' })
  const untilReset = (Date.parse(resetsAt) - Date.now()) / 1000
  expect(Math.abs(Number(refused?.headers.get('retry-after')) - untilReset)).toBeLessThan(30)
})

test('gives the allowance back, and asks for nothing more, when the caller goes away', async () => {
  const abort = new AbortController()
  stage.website.on('/', (request) => {
    request.socket.on('close', () => (isClosed = true))
    abort.abort()
  })
  let isClosed = false
  const sending = fetch(`${stage.api.url}/v1/listeners/analyse-website`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stage.key}` },
    body: JSON.stringify({ ...validAnalysis, website: stage.website.url }),
    signal: abort.signal,
  })
  await expect(sending).rejects.toThrow()
  await expect.poll(() => isClosed).toBe(true)
  await expect.poll(countReservations).toBe(0)
})

test('reads and counts once under an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'once' }
  const before = stage.site.asked.length
  const answers = await Promise.all([1, 2, 3].map(() => analyse({ website: stage.site.url }, { headers })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(stage.site.asked.slice(before).filter((path) => path === '/')).toHaveLength(1)
  expect(await countReservations()).toBe(1)
})
