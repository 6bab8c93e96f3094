import type { RouteCases } from './route-case.ts'

export const sessionRoutes: RouteCases = async () => ({
  listWaysIn: {},
  inspectLogin: { body: { token: 'A'.repeat(43) } },
  logIn: { body: { token: 'A'.repeat(43) } },
  requestMailLink: { body: { email: 'ada@example.com' } },
  startOidc: { body: {} },
  finishOidc: { body: { search: 'code=x&state=y' } },
  getSession: {},
  logOut: {},
  renameOneself: { body: { name: 'Ada' } },
  listOwnSessions: {},
  // No session of the person who asks.
  endOtherSessions: {},
  endOwnSession: { params: { id: 'ses_missing' } },
})
