import type { LoadedSource } from '@signalpost/database/access'
import { signServiceV1 } from '@signalpost/signatures'
import { expect, test } from 'vitest'
import { createSourceDirectory, type SourceDirectory } from './source-directory.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const nowMs = 1_767_225_600_000
const body = Buffer.from('{}')

function loaded(members: Partial<LoadedSource> = {}): LoadedSource {
  return {
    sourceId: 'src_1',
    orgId: 'org_1',
    scheme: 'service-v1',
    settings: {},
    toleranceSeconds: 300,
    ratePerMinute: null,
    enabled: true,
    secrets: [{ secretId: '1', text: secret, validUntil: null }],
    sealedSecretIds: [],
    ...members,
  }
}

function open(sources: LoadedSource[]): { directory: SourceDirectory; unusable: string[] } {
  const unusable: string[] = []
  const directory = createSourceDirectory({ onUnusable: (sourceId) => unusable.push(sourceId) })
  directory.replace(sources)
  return { directory, unusable }
}

function verify(directory: SourceDirectory, sourceId: string, atMs = nowMs) {
  const signature = signServiceV1({ secret, timestampSeconds: Math.floor(atMs / 1000), body })
  const { verifier } = directory.find(sourceId) ?? directory.dummy
  return verifier.verify({ rawHeaders: ['X-Service-Signature', signature], body, nowMs: atMs })
}

test('finds a source with all that its requests are judged by', () => {
  const { directory } = open([loaded({ ratePerMinute: 7 })])
  expect(directory.find('src_1')).toMatchObject({ sourceId: 'src_1', orgId: 'org_1', ratePerMinute: 7 })
  expect(verify(directory, 'src_1')).toEqual({ ok: true, secretId: '1' })
  expect(directory.find('src_2')).toBeUndefined()
})

test('refuses everything for a source that is not there', () => {
  const { directory } = open([loaded()])
  expect(verify(directory, 'src_2')).toEqual({ ok: false, reason: 'no_secret' })
})

test('gives a disabled source no secret that could match', () => {
  const { directory } = open([loaded({ enabled: false })])
  expect(verify(directory, 'src_1')).toEqual({ ok: false, reason: 'no_secret' })
})

test('ends a secret at its moment, without a reload', () => {
  const validUntil = new Date(nowMs)
  const { directory } = open([loaded({ secrets: [{ secretId: '1', text: secret, validUntil }] })])
  expect(verify(directory, 'src_1', nowMs - 1)).toEqual({ ok: true, secretId: '1' })
  expect(verify(directory, 'src_1', nowMs)).toEqual({ ok: false, reason: 'no_secret' })
})

test.each([
  ['an unknown scheme', { scheme: 'of-tomorrow' }],
  ['settings of another scheme', { scheme: 'body-hmac', settings: {} }],
  ['a secret that its scheme does not take', { secrets: [{ secretId: '1', text: 'x', validUntil: null }] }],
  ['a tolerance out of range', { toleranceSeconds: 0 }],
])('tells of a source with %s, and serves the others', (_case, members) => {
  const { directory, unusable } = open([loaded({ ...members, sourceId: 'src_0' }), loaded()])
  expect(unusable).toEqual(['src_0'])
  expect(verify(directory, 'src_0')).toEqual({ ok: false, reason: 'no_secret' })
  expect(verify(directory, 'src_1')).toEqual({ ok: true, secretId: '1' })
})

test('forgets what the next list does not have', () => {
  const { directory } = open([loaded(), loaded({ sourceId: 'src_2' })])
  directory.replace([loaded({ sourceId: 'src_2' })])
  expect(directory.find('src_1')).toBeUndefined()
  expect(directory.find('src_2')).toBeDefined()
})

test('reports a secret that does not open, and continues with the others', () => {
  const { directory, unusable } = open([loaded({ sealedSecretIds: ['2'] })])
  expect(unusable).toEqual(['src_1'])
  expect(verify(directory, 'src_1')).toEqual({ ok: true, secretId: '1' })
})
