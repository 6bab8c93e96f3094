import type { TroubleReport } from '@signalpost/database/dispatches'
import { expect, test } from 'vitest'
import { describeTrouble } from './describe-trouble.ts'

const report: TroubleReport = {
  ...{ troubleId: 'trb_1', orgId: 'org_one', kind: 'warehouse_degraded', subjectId: 'wh_1' },
  ...{ subjectName: 'Lake', subjectKind: 'duckdb', reason: null, count: 0, isOver: false },
  ...{ beganAt: new Date('2026-11-20T09:00:00Z'), goneAt: null },
}

test.each([
  ['/srv/my_lake.duckdb is not a file', 'it does not take all changes: /srv/my_lake.duckdb is not a file. S'],
  ['The disk is full.', 'it does not take all changes: The disk is full. S'],
  [null, 'it does not take all changes. S'],
])('a report has the reason %j as it is, and ends each sentence', (reason, part) => {
  expect(describeTrouble({ ...report, reason }, 0).text).toContain(part)
})

test('a report has the code of a failure in words', () => {
  const failing = { ...report, kind: 'channel_degraded' as const, reason: 'connect_failed' }
  expect(describeTrouble(failing, 0).text).toContain(': nothing answers at the address. ')
})
