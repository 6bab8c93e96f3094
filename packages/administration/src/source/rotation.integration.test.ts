import { randomBytes } from 'node:crypto'
import { createSecretBox, type Database } from '@signalpost/database'
import {
  createSource,
  createWorkspace,
  listSourceSecrets,
  recordSourceActivity,
  rotateSourceSecret,
} from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { listJudgedSecrets } from './list-source-secrets.ts'
import { rotationStepsOf } from './rotate-source.ts'

const minuteMs = 60_000
const secretBox = createSecretBox(randomBytes(32))
let database: Database
let sourceId: string
let ids: { old: string; fresh: string }

test.beforeAll(async ({ database: opened }) => {
  database = opened
  const plan = { plan: 'free', accountIntelligence: false, analysisAllowance: 1 }
  await createWorkspace(database, { orgId: 'org_one', name: 'One', ...plan })
  const source = await createSource(database, secretBox, {
    ...{ orgId: 'org_one', name: 'CRM', scheme: 'service-v1', settings: {}, secret: 'the old secret' },
    ...{ toleranceSeconds: 300, ratePerMinute: null },
  })
  sourceId = source.sourceId
})

/** As much of the sender's traffic as comes with each secret, a minute ago. */
async function send(uses: Record<string, number>): Promise<void> {
  const at = new Date(Date.now() - minuteMs)
  const step = new Date(at.getTime() - (at.getTime() % (5 * minuteMs)))
  const secrets = Object.entries(uses).map(([secretId, count]) => ({
    secretId,
    step,
    uses: count,
    lastAt: at,
  }))
  await recordSourceActivity(database, { deliveries: [], secrets })
}

/** Lets time pass: everything that was recorded moves into the past. */
async function pass(hours: number): Promise<void> {
  const by = sql`make_interval(hours => ${hours})`
  await sql`update source_secret_uses set step = step - ${by}`.execute(database)
  await sql`update source_secret_activity set last_used_at = last_used_at - ${by}`.execute(database)
  await sql`update source_secrets set created_at = created_at - ${by}, valid_until = valid_until - ${by}`.execute(
    database,
  )
}

async function look() {
  const secrets = await listJudgedSecrets(database, { sourceId })
  return {
    verdicts: secrets.map(({ verdict }) => verdict),
    words: secrets.map(({ words }) => words),
    done: rotationStepsOf(secrets).flatMap(({ step, isDone }) => (isDone ? [step] : [])),
  }
}

test('a rotation is in use, fading and safe to revoke at the right moments', async () => {
  const [only] = (await listSourceSecrets(database, { sourceId })).secrets
  await send({ [only?.secretId ?? '']: 100 })
  expect(await look()).toMatchObject({ verdicts: ['only'], done: [] })

  await pass(2)
  await rotateSourceSecret(database, secretBox, {
    ...{ sourceId, secret: 'the fresh secret', overlapMs: 7 * 24 * 3_600_000 },
  })
  const [fresh, old] = (await listSourceSecrets(database, { sourceId })).secrets
  ids = { old: old?.secretId ?? '', fresh: fresh?.secretId ?? '' }
  await send({ [ids.old]: 50 })
  expect(await look()).toMatchObject({
    verdicts: ['fading', 'in_use'],
    words: ['Not used yet: hand it over to the sender.', expect.stringContaining('100 % of the last hour')],
    done: ['made'],
  })

  await pass(2)
  await send({ [ids.old]: 3, [ids.fresh]: 97 })
  expect(await look()).toMatchObject({
    verdicts: ['in_use', 'in_use'],
    words: [
      'In use: 97 % of the last hour came with it.',
      expect.stringMatching(
        /^Not yet: 3 % of the last hour still came with it, last at \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
      ),
    ],
    done: ['made', 'handed_over', 'first_use'],
  })

  await pass(2)
  await send({ [ids.old]: 1, [ids.fresh]: 200 })
  expect(await look()).toMatchObject({
    verdicts: ['in_use', 'fading'],
    words: [expect.anything(), expect.stringContaining('silent for 24 hours')],
    done: ['made', 'handed_over', 'first_use', 'below_one_percent'],
  })

  await pass(23)
  await send({ [ids.fresh]: 200 })
  expect((await look()).verdicts).toEqual(['in_use', 'fading'])

  await pass(1)
  await send({ [ids.fresh]: 200 })
  expect(await look()).toMatchObject({
    verdicts: ['in_use', 'safe_to_revoke'],
    words: [expect.anything(), expect.stringContaining('Safe to revoke: not used for 24 hours')],
    done: ['made', 'handed_over', 'first_use', 'below_one_percent', 'silent'],
  })

  await pass(7 * 24)
  await send({ [ids.fresh]: 5 })
  expect(await look()).toMatchObject({
    verdicts: ['only', 'ended'],
    words: [expect.anything(), expect.stringMatching(/^Ended at/)],
    done: ['made', 'handed_over', 'first_use', 'below_one_percent', 'silent', 'revoked'],
  })
})

test('an end says how many requests of the last 24 hours came with the secret', async () => {
  await send({ [ids.fresh]: 7 })
  const [fresh] = await listJudgedSecrets(database, { sourceId })
  expect(fresh?.uses).toEqual({ '1h': 12, '24h': 12 })
})
