import { type Caller, commandLineCaller } from '@signalpost/authorization'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseServices } from '../test-support/act-case.ts'
import { addWorkspace } from '../test-support/act-cases.ts'
import { admin } from '../test-support/callers.ts'
import { openServices } from '../test-support/open-services.ts'
import { createViewAct, deleteViewAct } from './view-acts.ts'
import { listViewsRead } from './view-document.ts'

const orgId = 'org_one'
let services: CaseServices
let close: () => Promise<void>

beforeAll(async () => {
  ;({ services, close } = await openServices())
  await addWorkspace(services, orgId)
})

afterAll(() => close())

const person = (id: string): Caller => ({ ...admin, role: 'member', actor: { kind: 'person', id } })
const [ann, bob] = [person('usr_ann'), person('usr_bob')]
const create = (caller: Caller, input: object) =>
  createViewAct.perform(services, { caller, input: { orgId, filters: { urgency: 'high' }, ...input } })
const remove = (caller: Caller, viewId: string) =>
  deleteViewAct.perform(services, { caller, input: { orgId, viewId } })
const list = async (caller: Caller) =>
  (await listViewsRead.perform(services, { caller, input: { orgId } })).map(({ name, isOwn }) => [
    name,
    isOwn,
  ])

test("a view of one's own is there for its person alone, a shared one for all", async () => {
  const own = await create(ann, { name: 'Mine' })
  const shared = await create(ann, { name: 'Ours', isShared: true })
  expect(await list(ann)).toEqual([
    ['Mine', true],
    ['Ours', true],
  ])
  expect(await list(bob)).toEqual([['Ours', false]])
  await expect(remove(bob, own.viewId)).rejects.toMatchObject({ code: 'not_found' })
  await remove(bob, shared.viewId)
  await remove(ann, own.viewId)
  expect(await list(ann)).toEqual([])
})

test('the command line shares its views', async () => {
  const cli = commandLineCaller('root')
  await expect(create(cli, { name: 'Mine' })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'isShared', message: 'expected true: only people have views of their own' }],
  })
  const { viewId } = await create(cli, { name: 'Ours', isShared: true })
  expect(await list(bob)).toEqual([['Ours', false]])
  await remove(cli, viewId)
})

test('a filter is one of the list, and has a value', async () => {
  for (const filters of [{ nonsense: '1' }, { urgency: '' }, { words: 'w'.repeat(501) }]) {
    await expect(create(ann, { name: 'View', filters })).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a person keeps 50 views, and others theirs', async () => {
  for (let made = 0; made < 50; made += 1) await create(ann, { name: `View ${made}` })
  await expect(create(ann, { name: 'One more' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'You have 50 saved views. Delete one first.',
  })
  await create(bob, { name: 'View' })
  await create(ann, { name: 'Ours', isShared: true })
})
