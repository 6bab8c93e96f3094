import { createId } from '@signalpost/database'
import { createSource } from '@signalpost/database/access'
import { sendRequest } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { deliver, jsonType } from './test-support/deliver.ts'
import { openIntake, type TestIntake } from './test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'

let store: TestStore
let intake: TestIntake
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  const unnamed = await store.addSource()
  const { orgId, settings, secret, scheme } = unnamed
  const { sourceId } = await createSource(store.database, store.secretBox, {
    ...{ orgId, settings, secret, scheme: scheme.name, cell: 'eu' },
    ...{ name: 'test', toleranceSeconds: 300, ratePerMinute: null },
  })
  source = { ...unnamed, sourceId }
  intake = await openIntake(store, { cell: 'eu' })
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

const cellOf = ({ status, headers }: { status: number; headers: Record<string, string> }) =>
  `${status} ${headers['signalpost-cell'] ?? 'none'}`

test('takes deliveries of its own sources, whose ids name it', async () => {
  expect(source.sourceId).toMatch(/^src_eu_[0-9a-z]{26}$/)
  expect(cellOf(await deliver(intake, source))).toBe('202 none')
})

test.each([
  ['default', 'src_'],
  ['us', 'src_us_'],
])('refuses a source of the cell %s, and names it', async (cell, prefix) => {
  const answer = await deliver(intake, { ...source, sourceId: createId(prefix) })
  expect(cellOf(answer)).toBe(`421 ${cell}`)
  expect(JSON.parse(answer.body)).toEqual({
    code: 'misdirected_request',
    message: 'This belongs to another cell; the header Signalpost-Cell names it.',
  })
})

test('refuses a channel of another cell before it looks at the signature', async () => {
  const answers = ['chn_us_', 'chn_eu_'].map((prefix) =>
    sendRequest(intake.url, {
      path: `/slack/interactions/${createId(prefix)}`,
      headers: [jsonType],
      body: '{}',
    }),
  )
  expect((await Promise.all(answers)).map(cellOf)).toEqual(['421 us', '401 none'])
})

test('checks the shape of a request first, whatever its cell', async () => {
  const elsewhere = { ...source, sourceId: createId('src_us_') }
  expect(cellOf(await deliver(intake, elsewhere, { method: 'PUT' }))).toBe('405 none')
  expect(cellOf(await deliver(intake, elsewhere, { headers: [['content-type', 'text/plain']] }))).toBe(
    '415 none',
  )
})
