import { randomBytes } from 'node:crypto'
import { ruleDefinitionSchema } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { beforeEach, describe, expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import { createChannel } from './channels.ts'
import { createRule, deleteRule, editRule, getRule, listRules, setRuleEnabled } from './rules.ts'
import { createSilence, endSilence, listSilences, listStandingSilences } from './silences.ts'

const definition = ruleDefinitionSchema.parse({ channels: 'all' })
let database: Database
let orgId: string
let workspaces = 0

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

beforeEach(async () => {
  orgId = await makeWorkspace()
})

async function makeWorkspace(): Promise<string> {
  workspaces += 1
  const made = await createWorkspace(database, {
    orgId: `org_${workspaces}`,
    name: 'Acme',
    plan: 'standard',
    accountIntelligence: false,
    analysisAllowance: 100,
  })
  return made.orgId
}

const order = async () =>
  (await listRules(database, orgId)).map(({ name, position }) => `${position} ${name}`)
const add = (name: string, position?: number) => createRule(database, { orgId, name, definition, position })
const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'not_found' })

test('a new workspace has one rule: urgency high or above, at once, to all channels', async () => {
  expect(await listRules(database, orgId)).toMatchObject([
    {
      position: 1,
      enabled: true,
      definition: { conditions: { minUrgency: 'high' }, channels: 'all', mode: 'instant', quiet: null },
    },
  ])
})

describe('the order of rules', () => {
  test('is the order of their making, save for those that ask for a place', async () => {
    await add('second')
    await add('first', 1)
    await add('last', 99)
    expect(await order()).toEqual(['1 first', '2 Urgent signals', '3 second', '4 last'])
  })

  test('closes up when a rule moves or goes', async () => {
    const b = await add('b')
    const c = await add('c')
    await editRule(database, { ruleId: c.ruleId, position: 1 })
    expect(await order()).toEqual(['1 c', '2 Urgent signals', '3 b'])
    await editRule(database, { ruleId: c.ruleId, position: 2 })
    expect(await order()).toEqual(['1 Urgent signals', '2 c', '3 b'])
    await deleteRule(database, { ruleId: c.ruleId, orgId })
    expect(await order()).toEqual(['1 Urgent signals', '2 b'])
    await refused(getRule(database, { ruleId: c.ruleId }))
    await refused(deleteRule(database, { ruleId: c.ruleId }))
    expect(await getRule(database, b)).toMatchObject({ position: 2 })
  })

  test('has no gap and no place taken twice when many order at once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(`rule ${index}`, (index % 3) + 1)))
    const places = (await listRules(database, orgId)).map(({ position }) => position)
    expect(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

test('editing changes what is given and leaves the rest', async () => {
  const { ruleId } = await add('before')
  const edited = await editRule(database, { ruleId, orgId, name: 'after' })
  expect(edited).toMatchObject({ name: 'after', definition, enabled: true })
  const other = { ...definition, continue: true }
  expect(await editRule(database, { ruleId, definition: other })).toMatchObject({
    name: 'after',
    definition: other,
  })
  expect(await setRuleEnabled(database, { ruleId, orgId, enabled: false })).toMatchObject({ enabled: false })
})

test('a rule is never seen or changed from another workspace', async () => {
  const foreign = await makeWorkspace()
  const { ruleId } = await add('ours')
  const theirs = { ruleId, orgId: foreign }
  await refused(getRule(database, theirs))
  await refused(editRule(database, { ...theirs, name: 'theirs' }))
  await refused(setRuleEnabled(database, { ...theirs, enabled: false }))
  await refused(deleteRule(database, theirs))
  expect(await getRule(database, { ruleId })).toMatchObject({ name: 'ours', enabled: true })
})

test('a rule names channels of its own workspace only', async () => {
  const secretBox = createSecretBox(randomBytes(32))
  const make = (owner: string) =>
    createChannel(database, secretBox, {
      orgId: owner,
      kind: 'email',
      name: 'Mail',
      settings: {},
      secrets: {},
    })
  const ours = await make(orgId)
  const theirs = await make(await makeWorkspace())
  const to = (...channels: string[]) => ({ ...definition, channels })
  const { ruleId } = await createRule(database, { orgId, name: 'own', definition: to(ours.channelId) })
  await refused(createRule(database, { orgId, name: 'foreign', definition: to(theirs.channelId) }))
  await refused(editRule(database, { ruleId, definition: to(ours.channelId, theirs.channelId) }))
  expect(await getRule(database, { ruleId })).toMatchObject({ definition: to(ours.channelId) })
})

describe('a silence', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const silence = (conditions: { ruleId?: string; accountKey?: string }, until = inAnHour()) =>
    createSilence(database, { orgId, conditions, reason: null, until })

  test('stands until its moment, or until it is ended', async () => {
    await silence({}, new Date(Date.now() - 1))
    const standing = await silence({ accountKey: 'd:example.com' })
    const ended = await silence({})
    const { endedAt } = await endSilence(database, { silenceId: ended.silenceId, orgId })
    expect(endedAt).toBeInstanceOf(Date)
    expect(await endSilence(database, ended)).toMatchObject({ endedAt })
    expect(await listStandingSilences(database, orgId)).toEqual([standing])
    expect(await listSilences(database, orgId)).toHaveLength(3)
  })

  test('mutes rules of its own workspace only, and is ended from there only', async () => {
    const foreign = await makeWorkspace()
    const [theirs] = await listRules(database, foreign)
    await refused(silence({ ruleId: theirs?.ruleId ?? '' }))
    const { silenceId } = await silence({ ruleId: (await add('ours')).ruleId })
    await refused(endSilence(database, { silenceId, orgId: foreign }))
    expect(await listSilences(database, foreign)).toEqual([])
    expect(await listStandingSilences(database, orgId)).toHaveLength(1)
  })
})
