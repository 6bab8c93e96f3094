import { escalationDefinitionSchema } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../access/index.ts'
import { createChannel, createEscalation } from '../rules/index.ts'
import { createSecretBox } from '../secret-box.ts'
import { listTakers, measureTaking } from './measure-taking.ts'

test('says within which time half and nine of ten were taken, and how many wait, each signal once', async ({
  database,
}) => {
  const orgId = 'org_taking'
  await createWorkspace(database, {
    ...{ orgId, name: 'Taking', plan: 'standard', accountIntelligence: false, analysisAllowance: 0 },
  })
  const nowMs = Date.now()
  const since = new Date(nowMs - 3_600_000)
  expect(await measureTaking(database, { orgId, since })).toEqual({
    ...{ taken: 0, halfWithinSeconds: null, mostWithinSeconds: null, standing: 0, lost: 0 },
  })
  const { channelId } = await createChannel(database, createSecretBox(Buffer.alloc(32, 1)), {
    ...{ orgId, kind: 'email', name: 'Mail', settings: { to: ['ann@example.com'] }, secrets: {} },
  })
  const definition = escalationDefinitionSchema.parse({ steps: [{ afterMs: 60_000, channelId }] })
  const [first, second] = await Promise.all(
    ['Hot', 'Warm'].map((name) => createEscalation(database, { orgId, name, definition })),
  )
  if (first === undefined || second === undefined) throw new Error('Two escalations were created.')
  const add = (
    signalId: string,
    endedAt: Date | null,
    seconds: number | null,
    outcome: string | null = endedAt && 'taken',
    { escalationId } = first,
  ) =>
    sql`
    insert into escalation_runs (org_id, escalation_id, signal_id, stored_at, round, step, outcome, ended_at, seconds_to_taken)
    values (${orgId}, ${escalationId}, ${signalId}, ${since}, 1, 1, ${outcome}, ${endedAt}, ${seconds})`.execute(
      database,
    )
  const assign = (signalId: string, personId: string) =>
    sql`
    insert into signal_registers (org_id, signal_id, state, assigned_user_id)
    values (${orgId}, ${signalId}, '{}', ${personId})`.execute(database)
  for (let number = 1; number <= 11; number += 1) await add(`sig_${number}`, new Date(nowMs), number * 10)
  await add('sig_before', new Date(nowMs - 7_200_000), 1)
  await add('sig_waits', null, null)
  await add('sig_lost', new Date(nowMs), null, 'ended')
  await add('sig_1', new Date(nowMs), 4, 'taken', second)
  await add('sig_waits', null, null, null, second)
  await add('sig_lost', new Date(nowMs), null, 'ended', second)
  for (let number = 1; number <= 5; number += 1)
    await assign(`sig_${number}`, number < 4 ? 'usr_ann' : 'usr_bob')
  await assign('sig_lost', 'usr_bob')
  const before = { since: new Date(nowMs - 3 * 3_600_000), until: since }
  expect(await measureTaking(database, { orgId, ...before })).toMatchObject({
    taken: 1,
    halfWithinSeconds: 1,
  })
  expect(await measureTaking(database, { orgId, since })).toEqual({
    ...{ taken: 11, halfWithinSeconds: 60, mostWithinSeconds: 100, standing: 1, lost: 1 },
  })
  expect(await listTakers(database, { orgId, since })).toEqual([
    { personId: 'usr_ann', taken: 3, halfWithinSeconds: 20 },
    { personId: 'usr_bob', taken: 2, halfWithinSeconds: 45 },
  ])
})
