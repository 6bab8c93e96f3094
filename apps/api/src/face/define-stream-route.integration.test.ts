import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { startTestRouter, type TestRouter } from '../test-support/start-test-router.ts'
import { defineStreamRoute } from './define-routes.ts'

let router: TestRouter
let url: string
let streamsEnded = 0
let linesRead = 0

const route = defineStreamRoute({
  summary: 's',
  description: 'd',
  params: z.object({}),
  errors: [],
  operationId: 'streamThings',
  method: 'get',
  path: '/v1/stream.csv',
  scope: 'export:read',
  query: z.object({ kind: z.enum(['short', 'endless', 'broken']) }),
  success: {
    status: 200,
    description: 'd',
    contentType: 'text/csv',
    headers: { 'x-kind': 'lines' },
    example: 'a',
  },
  handle: async (_services, { query }) => Readable.from(lines(query.kind), { objectMode: false }),
})

async function* lines(kind: string): AsyncIterable<string> {
  try {
    for (linesRead = 0; kind !== 'short' || linesRead < 3; linesRead += 1) {
      if (kind === 'broken' && linesRead === 2) throw new Error('The cursor is gone.')
      yield kind === 'endless' ? 'x'.repeat(65_536) : `${linesRead}\r\n`
    }
  } finally {
    streamsEnded += 1
  }
}

test.beforeAll(async ({ testDatabase }) => {
  router = await startTestRouter({ databaseUrl: testDatabase.url, routesOn: () => [route] })
  url = `http://127.0.0.1:${router.listener.port}`
})

afterAll(() => router.stop())

test('a stream has its type and its headers', async () => {
  const response = await fetch(`${url}/v1/stream.csv?kind=short`, {
    headers: { authorization: `Bearer ${router.key}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('x-kind')).toBe('lines')
  expect(await response.text()).toBe('0\r\n1\r\n2\r\n')
})

test('a stream reads no more than its reader takes, and ends when the reader goes', async () => {
  const ended = streamsEnded
  const controller = new AbortController()
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest(
      `${url}/v1/stream.csv?kind=endless`,
      { headers: { authorization: `Bearer ${router.key}` }, signal: controller.signal },
      (response) => response.once('readable', resolve),
    )
    request.on('error', (error) => (controller.signal.aborted ? undefined : reject(error)))
    request.end()
  })
  let before = -1
  await expect
    .poll(() => {
      const isStill = linesRead === before
      before = linesRead
      return isStill
    })
    .toBe(true)
  expect(linesRead).toBeLessThan(1_000)
  controller.abort()
  await expect.poll(() => streamsEnded).toBe(ended + 1)
})

test('a stream breaks off when its source fails, so no reader takes it for complete', async () => {
  const response = await fetch(`${url}/v1/stream.csv?kind=broken`, {
    headers: { authorization: `Bearer ${router.key}` },
  })
  await expect(response.text()).rejects.toThrow()
})

test('a stream answers HEAD without reading', async () => {
  linesRead = -1
  const response = await fetch(`${url}/v1/stream.csv?kind=endless`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${router.key}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(linesRead).toBe(-1)
})
