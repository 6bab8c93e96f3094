import type { Account } from '@signalpost/domain'

export const exampleAccount: Account = {
  accountKey: 'd:example.com',
  name: 'Example',
  domain: 'example.com',
  region: 'Berlin, Germany',
  signalCount: 3,
  topScore: 82,
  topScoreVersion: 3,
  firstSignalAt: '2026-10-02T07:30:00.000Z',
  lastSignalAt: '2026-11-20T09:00:00.000Z',
  assignedTo: ['usr_ada'],
}
