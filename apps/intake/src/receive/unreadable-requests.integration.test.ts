import { type Header, sendRequest } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from '../test-support/deliver.ts'
import { visibleParts } from '../test-support/exchange-bytes.ts'
import { maxBodyBytes, nowMs, stageRefusals, verdictOf } from '../test-support/stage-refusals.ts'

const stage = stageRefusals()

describe('what is wrong with path, method, type and size', () => {
  test.each([
    '/',
    '/hooks',
    '/hooks/',
    '/hooks/src_1/',
    '/hooks/src_1/more',
    '//hooks/src_1',
    '/Hooks/src_1',
    '/v1/results',
    '/mcp',
    '/%zz',
    '/hooks%2Fsrc_1',
    '/hooks?source=src_1',
  ])('is a 404 at %s', async (path) => {
    const answer = await deliver(stage.intake, stage.source, { path, atMs: nowMs })
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body)).toEqual({ message: 'There is nothing here.', code: 'not_found' })
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('is a 405 for %s', async (method) => {
    const answer = await deliver(stage.intake, stage.source, { method, atMs: nowMs })
    expect(verdictOf(answer)).toBe('405 method_not_allowed')
    expect(answer.headers.allow).toBe('POST')
  })

  test('is a 405 without a body for HEAD', async () => {
    const path = `/hooks/${stage.source.sourceId}`
    const answer = await sendRequest(stage.intake.url, { method: 'HEAD', path })
    expect(answer).toMatchObject({ status: 405, body: '', headers: { allow: 'POST' } })
  })

  test.each<[string, Header[]]>([
    ['no content-type', []],
    ['an empty content-type', [['content-type', '']]],
    ['text/plain', [['content-type', 'text/plain']]],
    ['a form', [['content-type', 'application/x-www-form-urlencoded']]],
    ['latin1', [['content-type', 'application/json; charset=iso-8859-1']]],
    ['two types in one header', [['content-type', 'application/json, text/plain']]],
    ['two types in two headers', [jsonType, ['Content-Type', 'text/plain']]],
    ['one type in two headers', [jsonType, ['Content-Type', 'application/json']]],
    ['gzip', [jsonType, ['content-encoding', 'gzip']]],
    ['identity', [jsonType, ['content-encoding', 'identity']]],
    ['an empty content-encoding', [jsonType, ['Content-Encoding', '']]],
    ['two content-encodings', [jsonType, ['content-encoding', 'identity'], ['content-encoding', 'identity']]],
  ])('is a 415 for %s', async (_case, headers) => {
    const body = JSON.stringify(newEvent())
    const path = `/hooks/${stage.source.sourceId}`
    const signed = [...headers, ...signatureOf(stage.source, body, { atMs: nowMs })]
    expect(verdictOf(await sendRequest(stage.intake.url, { path, headers: signed, body }))).toBe(
      '415 unsupported_media_type',
    )
  })

  test.each<[string, { method?: string; headers?: Header[]; body?: string }]>([
    ['a method', { method: 'DELETE' }],
    ['a type', { headers: [['content-type', 'text/plain']] }],
    ['an encoding', { headers: [jsonType, ['content-encoding', 'gzip']] }],
    ['a size', { headers: [jsonType], body: ' '.repeat(maxBodyBytes + 1) }],
  ])('never tells whether there is such a source: %s', async (_case, parts) => {
    const answers = await Promise.all(
      [stage.source, stage.limited, stage.disabled, stage.ended, stage.unusable, stage.unknown].map(
        ({ sourceId }) => sendRequest(stage.intake.url, { path: `/hooks/${sourceId}`, ...parts }),
      ),
    )
    const [first, ...others] = answers.map(visibleParts)
    expect(first?.status).toBeGreaterThanOrEqual(405)
    for (const other of others) expect(other).toEqual(first)
  })
})
