import { expect, test } from 'vitest'
import { deliver, newEvent } from '../test-support/deliver.ts'
import { nowMs, stageRefusals, verdictOf } from '../test-support/stage-refusals.ts'

const stage = stageRefusals()

test('a verified request that is refused gets all of its issues, at most 100, and never what it sent', async () => {
  const bad = { ...newEvent(), id: 'do not echo', data: 'do-not-echo', orgId: 'org_do_not_echo' }
  const body = JSON.stringify([newEvent(), bad, { type: 'do-not-echo' }])
  const answer = await deliver(stage.intake, stage.source, { body, atMs: nowMs })
  expect(verdictOf(answer)).toBe('400 invalid_event')
  expect(answer.body).not.toMatch(/do.not.echo/)
  expect(JSON.parse(answer.body).detail.map(({ path }: { path: string }) => path)).toEqual([
    '1.id',
    '1.data',
    '2.id',
    '2.occurredAt',
    '2.orgId',
    '2.data',
  ])
  const many = JSON.stringify(Array.from({ length: 300 }, () => 0))
  const refused = await deliver(stage.intake, stage.source, { body: many, atMs: nowMs })
  expect(JSON.parse(refused.body).detail).toHaveLength(100)
})

test('a verified request that is refused has detail for a 400 of an envelope alone', async () => {
  const answers = [
    await deliver(stage.intake, stage.source, { body: '{', atMs: nowMs }),
    await deliver(stage.intake, stage.source, {
      body: JSON.stringify(newEvent({ orgId: 'org_other' })),
      atMs: nowMs,
    }),
    await deliver(stage.intake, stage.limited, { atMs: nowMs }),
  ]
  for (const { body } of answers) expect(Object.keys(JSON.parse(body))).toEqual(['message', 'code'])
})

test('a verified request that is refused is stored neither in part nor as a whole', async () => {
  const before = await stage.countRequests()
  const bodies = ['{', '{}', [newEvent(), 1], [newEvent(), newEvent({ orgId: 'org_other' })], []]
  for (const body of bodies) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect(
      (await deliver(stage.intake, stage.source, { body: text, atMs: nowMs })).status,
    ).toBeGreaterThanOrEqual(400)
  }
  expect(await stage.countRequests()).toBe(before)
})

test('ignores what stands behind the question mark', async () => {
  const path = `/hooks/${stage.source.sourceId}?signature=x&/hooks/other#y`
  expect((await deliver(stage.intake, stage.source, { path, atMs: nowMs })).status).toBe(202)
})

test('takes the address as a proxy would be given it', async () => {
  const path = `http://stage.intake.example/hooks/${stage.source.sourceId}`
  expect((await deliver(stage.intake, stage.source, { path, atMs: nowMs })).status).toBe(202)
})
