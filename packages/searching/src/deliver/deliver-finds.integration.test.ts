import type { Database } from '@signalpost/database'
import { keepFinds } from '@signalpost/database/searching'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { makeListener, secretBox, waitingFind } from '../test-support/make-listener.ts'
import { type Answer, type Received, startStandIn } from '../test-support/start-stand-in.ts'
import { deliverFinds } from './deliver-finds.ts'

const accepted = { status: 202, body: { status: 'accepted', deliveries: [] } }

/** Keeps two finds, delivers them to an intake that answers as given, and returns what came of it. */
async function deliver(database: Database, answerTo: (request: Received) => Answer) {
  const { orgId, listenerId, sourceId, token } = await makeListener(database)
  const page = { searchId: 'sch_1', finds: [waitingFind('a'), waitingFind('b')], cursor: null, history: null }
  await keepFinds(database, { orgId, listenerId, token, ...page })
  const intake = await startStandIn(answerTo)
  const services = { database, secretBox, intakeUrl: intake.url, maxBodyBytes: 1_048_576 }
  const again = () => deliverFinds(services, new AbortController().signal)
  const first = await again()
  const endClaims = () =>
    sql`update finds set claimed_until = now() where org_id = ${orgId} and state = 'waiting'`.execute(
      database,
    )
  const states = async () => {
    const { rows } = await sql<{ key: string; state: string; reason: string | null; event: string | null }>`
      select dedupe_key as key, state, reason, event from finds where org_id = ${orgId} order by dedupe_key`.execute(
      database,
    )
    return rows
  }
  return { first, again, endClaims, states, intake, sourceId }
}

test('sends what waits as one signed array, and keeps no text of it', async ({ database }) => {
  const { first, again, states, intake, sourceId } = await deliver(database, () => accepted)
  expect(first).toMatchObject({ counts: { delivered: 2, refused: 0, waiting: 0 } })
  expect(intake.received).toMatchObject([
    {
      path: `/hooks/${sourceId}`,
      headers: { 'x-service-signature': expect.stringMatching(/^t=\d{10},v1=/) },
      body: `[${waitingFind('a').delivery?.body},${waitingFind('b').delivery?.body}]`,
    },
  ])
  expect(await states()).toMatchObject([
    { key: 'a', state: 'delivered', event: null },
    { key: 'b', state: 'delivered', event: null },
  ])
  expect(await again()).toBeUndefined()
  await intake.stop()
})

test.for([503, 401, 429])('sends the same bytes again after a %i', async (status, { database }) => {
  let answer: Answer = { status }
  const { first, again, endClaims, states, intake } = await deliver(database, () => answer)
  expect(first).toMatchObject({
    counts: { delivered: 0, waiting: 2 },
    waitsFor: `the intake answers ${status}`,
  })
  expect(await again()).toBeUndefined()
  answer = accepted
  await endClaims()
  expect(await again()).toMatchObject({ counts: { delivered: 2 } })
  const [one, other] = intake.received.map(({ body }) => body)
  expect(one).toBe(other)
  expect((await states()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  await intake.stop()
})

test('refuses the event that the intake refuses, with its issue, and delivers the other', async ({
  database,
}) => {
  const detail = [{ path: '[0].data', message: 'expected a signal' }]
  const refusal = { status: 400, body: { code: 'invalid_event', message: 'No.', detail } }
  const { first, states, intake } = await deliver(database, ({ body }) =>
    body.includes('evt_a') ? refusal : accepted,
  )
  expect(first).toMatchObject({ counts: { delivered: 1, refused: 1, waiting: 0 } })
  expect(await states()).toMatchObject([
    { key: 'a', state: 'refused', reason: '[0].data: expected a signal', event: null },
    { key: 'b', state: 'delivered' },
  ])
  await intake.stop()
})
