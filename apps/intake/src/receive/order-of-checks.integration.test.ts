import { type Answer, sendRequest } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { deliver, newEvent, signatureOf } from '../test-support/deliver.ts'
import type { TestSource } from '../test-support/open-store.ts'
import { maxBodyBytes, nowMs, stageRefusals, verdictOf } from '../test-support/stage-refusals.ts'

const stage = stageRefusals()

describe('of two things that are wrong, the earlier check answers', () => {
  type Request = {
    source: TestSource
    path: string
    method: string
    type: string
    body: string
    key: TestSource
  }

  /** In the order of the checks: the answer that each requires, and how to violate it. */
  const checks: { name: string; verdict: string; violate: (request: Request) => Partial<Request> }[] = [
    { name: 'path', verdict: '404 not_found', violate: () => ({ path: '/more' }) },
    { name: 'method', verdict: '405 method_not_allowed', violate: () => ({ method: 'PUT' }) },
    { name: 'type', verdict: '415 unsupported_media_type', violate: () => ({ type: 'text/plain' }) },
    {
      name: 'size',
      verdict: '413 body_too_large',
      violate: ({ body }) => ({ body: body.padEnd(maxBodyBytes + 1) }),
    },
    { name: 'signature', verdict: '401 signature_invalid', violate: () => ({ key: stage.disabled }) },
    {
      name: 'rate',
      verdict: '429 rate_limited',
      violate: () => ({ source: stage.limited, key: stage.limited }),
    },
    {
      name: 'envelope',
      verdict: '400 invalid_event',
      violate: ({ body }) => ({ body: body.replace('"data":{}', '"data":0') }),
    },
    {
      name: 'workspace',
      verdict: '403 forbidden',
      violate: ({ body }) => ({ body: body.replace('org_test', 'org_other') }),
    },
  ]
  const pairs = checks.flatMap((earlier, index) =>
    checks.slice(index + 1).map((later) => ({ earlier, later, title: `${earlier.name}, not ${later.name}` })),
  )

  function send(violations: (typeof checks)[number][]): Promise<Answer> {
    let request: Request = {
      source: stage.source,
      path: '',
      method: 'POST',
      type: 'application/json',
      body: JSON.stringify(newEvent()),
      key: stage.source,
    }
    // From the last to the first, so a wrong signature stays wrong for a limited source.
    for (const { violate } of violations.toReversed()) request = { ...request, ...violate(request) }
    const { body, key, method, path } = request
    return sendRequest(stage.intake.url, {
      method,
      path: `/hooks/${request.source.sourceId}${path}`,
      headers: [['content-type', request.type], ...signatureOf(key, body, { atMs: nowMs })],
      body,
    })
  }

  test.each(checks)('$name alone: $verdict', async (check) => {
    expect(verdictOf(await send([check]))).toBe(check.verdict)
  })

  test.each(pairs)('$title', async ({ earlier, later }) => {
    expect(verdictOf(await send([earlier, later]))).toBe(earlier.verdict)
  })

  test('and storing comes last', async () => {
    const lock = await stage.store.pool.connect()
    try {
      await lock.query('begin; lock table requests in access exclusive mode')
      for (const check of checks) expect(verdictOf(await send([check]))).toBe(check.verdict)
      expect(verdictOf(await send([]))).toBe('503 unavailable')
    } finally {
      await lock.query('rollback')
      lock.release()
    }
  })

  test('and text that is not JSON is reported before anything in it', async () => {
    const body = JSON.stringify(newEvent({ orgId: 'org_other' })).slice(0, -1)
    expect(verdictOf(await deliver(stage.intake, stage.source, { body, atMs: nowMs }))).toBe(
      '400 invalid_json',
    )
  })
})
