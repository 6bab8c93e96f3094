import { createSource, rotateSourceSecret, setSourceEnabled } from '@signalpost/database/access'
import { generateSecret } from '@signalpost/signatures'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect, vi } from 'vitest'
import { deliver } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'

/** The contract's limit. */
const takesEffectMs = 5_000

let store: TestStore
let intakes: TestIntake[]
/** How far the clock of intakes and senders is ahead. */
let aheadMs = 0

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  intakes = [await openIntake(store, { nowMs }), await openIntake(store, { nowMs })]
})

afterAll(async () => {
  await Promise.all(intakes.map((intake) => intake.stop()))
  await store.close()
})

function nowMs(): number {
  return Date.now() + aheadMs
}

async function statusesOf(source: TestSource): Promise<number[]> {
  const answers = await Promise.all(intakes.map((intake) => deliver(intake, source, { atMs: nowMs() })))
  return answers.map(({ status }) => status)
}

/** Waits until both intakes answer with this status, within the contract's limit. */
async function expectSoon(source: TestSource, status: number): Promise<void> {
  const check = async () => expect(await statusesOf(source)).toEqual([status, status])
  await vi.waitFor(check, { timeout: takesEffectMs, interval: 50 })
}

async function rotate(source: TestSource, overlapMs: number): Promise<TestSource> {
  const secret = generateSecret()
  const { sourceId } = source
  await rotateSourceSecret(store.database, store.secretBox, { sourceId, secret, overlapMs })
  return { ...source, secret }
}

describe.concurrent('without a restart, in every intake', () => {
  test('a new source is served', async () => {
    const source = await store.addSource()
    await expectSoon(source, 202)
  })

  test('a source of a new workspace is served', async () => {
    await store.addWorkspace('org_new')
    const source = await store.addSource({ orgId: 'org_new' })
    await expectSoon(source, 403)
  })

  test('a disabled source is refused, and served again once it is enabled', async () => {
    const source = await store.addSource()
    const { sourceId } = source
    await expectSoon(source, 202)
    await setSourceEnabled(store.database, { sourceId, enabled: false })
    await expectSoon(source, 401)
    await setSourceEnabled(store.database, { sourceId, enabled: true })
    await expectSoon(source, 202)
  })

  test('all secrets but the newest and the one before end at once', async () => {
    const first = await store.addSource()
    await expectSoon(first, 202)
    const second = await rotate(first, 3_600_000)
    const third = await rotate(second, 3_600_000)
    await expectSoon(first, 401)
    expect([await statusesOf(second), await statusesOf(third)]).toEqual([
      [202, 202],
      [202, 202],
    ])
  })

  test('an overlap of nothing ends the old secret', async () => {
    const before = await store.addSource()
    await expectSoon(before, 202)
    const after = await rotate(before, 0)
    await expectSoon(after, 202)
    expect(await statusesOf(before)).toEqual([401, 401])
  })

  test('an unusable source is reported, and stops no other', async () => {
    const { sourceId } = await createSource(store.database, store.secretBox, {
      orgId: 'org_test',
      name: 'of tomorrow',
      scheme: 'of-tomorrow',
      settings: {},
      toleranceSeconds: 300,
      ratePerMinute: null,
      secret: generateSecret(),
    })
    await expectSoon(await store.addSource(), 202)
    for (const intake of intakes) expect(intake.log()).toContain(sourceId)
  })
})

test('a rotated secret is valid beside the new one until the overlap ends', async () => {
  const before = await store.addSource()
  await expectSoon(before, 202)
  const after = await rotate(before, 3_600_000)
  await expectSoon(after, 202)
  expect(await statusesOf(before)).toEqual([202, 202])
  aheadMs = 3_500_000
  expect(await statusesOf(before)).toEqual([202, 202])
  aheadMs = 3_600_000
  expect(await statusesOf(before)).toEqual([401, 401])
  expect(await statusesOf(after)).toEqual([202, 202])
})
