import { describe, expect, test } from 'vitest'
import {
  type Caller,
  callerOf,
  commandLineCaller,
  type Demand,
  may,
  roles,
  systemCaller,
  visitorCaller,
} from './caller.ts'
import type { Session } from './sessions.ts'

const from = { address: '192.0.2.1', requestId: 'req_1' }
const demands: Demand[] = ['nobody', 'person', 'viewer', 'member', 'admin', 'operator']

/** What each caller may do in its own workspace. */
const table: [string, Caller, Demand[]][] = [
  ['a visitor', visitorCaller(from), ['nobody']],
  ['a viewer', personWith('viewer'), ['nobody', 'person', 'viewer']],
  ['a member', personWith('member'), ['nobody', 'person', 'viewer', 'member']],
  ['an admin', personWith('admin'), ['nobody', 'person', 'viewer', 'member', 'admin']],
  [
    'a viewer who is an operator',
    { ...personWith('viewer'), isOperator: true },
    ['nobody', 'person', 'viewer', 'operator'],
  ],
  [
    'an operator outside all workspaces',
    { ...personWith(undefined), isOperator: true },
    ['nobody', 'person', 'operator'],
  ],
  ['the command line', commandLineCaller('root'), ['nobody', 'viewer', 'member', 'admin', 'operator']],
  ['the system', systemCaller('start'), ['nobody', 'viewer', 'member', 'admin', 'operator']],
  [
    'an API key, whatever role it was given',
    { ...commandLineCaller('key'), actor: { kind: 'key', id: 'key' }, orgId: 'org_a' },
    ['nobody', 'viewer', 'member'],
  ],
]

function personWith(role: Caller['role']): Caller {
  return { actor: { kind: 'person', id: 'usr_1' }, orgId: 'org_a', role, isOperator: false, ...from }
}

describe.each(table)('%s', (_name, caller, allowed) => {
  test.each(demands)('is asked for %s', (demand) => {
    expect(may(caller, { demands: demand }, 'org_a')).toBe(allowed.includes(demand))
  })
})

test('a role in one workspace allows nothing in another', () => {
  for (const role of roles) {
    for (const demand of roles) expect(may(personWith(role), { demands: demand }, 'org_b')).toBe(false)
  }
})

test('the command line acts in every workspace', () => {
  expect(may(commandLineCaller('root'), { demands: 'admin' }, 'org_b')).toBe(true)
})

describe('the caller of a session', () => {
  const session: Session = {
    kind: 'browser' as const,
    sessionId: 'ses_1',
    person: { personId: 'usr_1', email: 'ann@example.com', name: null, isOperator: true },
    memberships: [
      { orgId: 'org_a', role: 'admin' },
      { orgId: 'org_b', role: 'viewer' },
    ],
    loggedInAt: new Date(5),
    endsAt: new Date(10),
  }

  test('has the role of the workspace', () => {
    expect(callerOf(session, { ...from, orgId: 'org_b' })).toEqual({
      ...{ actor: { kind: 'person', id: 'usr_1' }, orgId: 'org_b', role: 'viewer', isOperator: true },
      ...{ sessionId: 'ses_1', loggedInAtMs: 5, ...from },
    })
  })

  test('does not exist in a workspace of others, even for an operator', () => {
    expect(callerOf(session, { ...from, orgId: 'org_c' })).toBeUndefined()
  })

  test('has no role outside workspaces', () => {
    expect(callerOf(session, from)).toMatchObject({ role: undefined, isOperator: true })
  })
})
