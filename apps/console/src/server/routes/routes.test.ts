import { acts } from '@signalpost/administration'
import { operations } from '@signalpost/administration/operations'
import { findOpenObjects, findUnequalInputs } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routesOf } from '../face/route-of.ts'
import { auditedActs } from './audit/list-acts.ts'
import { routes } from './routes.ts'

/** Hours, sums, groups, previews and fixed lists of kinds have no pages. */
const whole = [
  'getOverviewHours',
  'groupRejections',
  'listSchemes',
  'listActs',
  'listChannelKinds',
  'listWarehouseKinds',
  'previewStoredEscalation',
  'previewStoredRule',
  'sumDeals',
]

/** Lists without pages that say so in their description. */
const cut = {
  listWarehouseRecipes: 'a fixed list of kinds',
  listAttempts: 'the last 20; the list of messages has them all',
  listFinds: 'the last 50 of what was met; the list of signals has what was kept',
  listRejections: 'the last 1,000 of a log that is cut to so many, whose rows have no id',
}

test('every list says whether more follows', () => {
  const lists = routes.filter(({ method, success: { schema } }) => {
    return method === 'get' && schema instanceof z.ZodObject && 'items' in schema.shape
  })
  const endless = lists.filter(
    ({ operationId, success: { schema } }) =>
      !whole.includes(operationId) && !(schema instanceof z.ZodObject && 'nextCursor' in schema.shape),
  )
  expect(lists.length).toBeGreaterThan(20)
  expect(endless.map(({ path }) => path)).toEqual([])
})

test('every list takes a limit and a cursor, but for those that are named here', () => {
  const lists = routes.filter(({ method, operationId, success: { schema } }) => {
    const isList = method === 'get' && schema instanceof z.ZodObject && 'items' in schema.shape
    return isList && !whole.includes(operationId)
  })
  const unpaged = lists.filter(
    ({ query }) => !(query instanceof z.ZodObject && 'limit' in query.shape && 'cursor' in query.shape),
  )
  expect(unpaged.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(cut).toSorted())
  const paged = lists.filter((route) => !unpaged.includes(route))
  const takes = (limit: string) =>
    paged.filter(({ query }) => 'limit' in query.shape && query.shape.limit.safeParse(limit).success)
  expect([takes('100'), takes('101')]).toEqual([paged, []])
})

/** Why routes are written by hand. The others follow from operations. */
const byHand: Record<string, readonly string[]> = {
  'of no workspace: the way in, sessions, and what a person decides about a client': [
    ...['listWaysIn', 'inspectLogin', 'logIn', 'requestMailLink', 'startOidc', 'finishOidc', 'getSession'],
    ...['getWorkspaceOf', 'logOut', 'renameOneself', 'listOwnSessions', 'endOwnSession', 'endOtherSessions'],
    ...['disconnectAssistant', 'getAuthorization', 'allowAssistant', 'denyAssistant'],
    ...['getDevice', 'allowDevice', 'denyDevice', 'getInstallation'],
  ],
  'fixed lists of this version': ['listActs', 'listChannelKinds', 'listSchemes', 'listWarehouseKinds'],
  'a stream or a file': ['exportAudit', 'exportPipeline', 'watchWorkspace'],
  'kept in the memory of the process': ['getOverview', 'getOverviewHours'],
  'more than one operation': ['getFirstSteps', 'planListener', 'undoAssistantWrite'],
}

test('routes follow from operations, but for those that a list gives a reason for', () => {
  const derived = routesOf(operations).map(({ operationId }) => operationId)
  const others = routes.map(({ operationId }) => operationId).filter((one) => !derived.includes(one))
  expect(others.toSorted()).toEqual(Object.values(byHand).flat().toSorted())
})

/** What routes by hand demand of their callers. The walk over all routes asks for no more than a route itself says. */
const demanded: [role: string, names: readonly string[]][] = [
  ['nobody', ['listWaysIn', 'inspectLogin', 'logIn', 'requestMailLink', 'startOidc', 'finishOidc']],
  [
    'person',
    [
      ...['getSession', 'getWorkspaceOf', 'logOut', 'renameOneself', 'listOwnSessions', 'endOwnSession'],
      ...['endOtherSessions', 'disconnectAssistant', 'getAuthorization', 'allowAssistant', 'denyAssistant'],
      ...['getDevice', 'allowDevice', 'denyDevice'],
      ...['listActs', 'listChannelKinds', 'listSchemes', 'listWarehouseKinds'],
    ],
  ],
  [
    'viewer',
    [
      ...['exportAudit', 'exportPipeline', 'watchWorkspace', 'getOverview', 'getOverviewHours'],
      'getFirstSteps',
    ],
  ],
  ['member', ['undoAssistantWrite']],
  ['admin', ['planListener']],
  ['operator', ['getInstallation']],
]

test.each(demanded)('routes by hand that demand the role %s are those that should', (role, names) => {
  const hand = Object.values(byHand).flat()
  const found = routes.filter((route) => route.role === role).map(({ operationId }) => operationId)
  expect(found.filter((one) => hand.includes(one)).toSorted()).toEqual(names.toSorted())
})

test('no body by hand takes members that are not declared, at any depth', () => {
  const hand = routes.filter(({ operationId }) => Object.values(byHand).flat().includes(operationId))
  const open = hand.flatMap(({ operationId, body }) =>
    body === undefined ? [] : findOpenObjects(body).map((path) => `${operationId} ${path}`),
  )
  expect(open).toEqual([])
})

test('a body takes of each member what its act takes', () => {
  const unequal = routes.flatMap(({ operationId, act: name, body }) => {
    const act = acts.find((one) => one.name === name)
    if (act === undefined || body === undefined) return []
    return findUnequalInputs(body, act.input).map((member) => `${operationId} ${member}`)
  })
  expect(unequal).toEqual([])
})

/** What changes nothing, and so leaves no row where it is done either. */
const unlogged = ['denyAssistant', 'denyDevice']

test('a write that is refused has a name in the audit log by which it can be found', () => {
  const writes = routes.filter(({ method, role }) => method !== 'get' && role !== 'nobody')
  const others = writes.filter(({ act = '' }) => !auditedActs.includes(act))
  expect(others.map(({ operationId }) => operationId).toSorted()).toEqual(unlogged)
})
