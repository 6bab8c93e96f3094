import type { Caller } from '@signalpost/authorization'

export const admin: Caller = {
  actor: { kind: 'person', id: 'usr_admin' },
  role: 'admin',
  isOperator: true,
  loggedInAtMs: Date.now(),
  address: '192.0.2.1',
  requestId: 'req_1',
}

export const viewer: Caller = { ...admin, role: 'viewer', isOperator: false }
