import type { SourceSecret } from '@signalpost/database/access'
import { describe, expect, test } from 'vitest'
import { judgeSecrets } from './list-source-secrets.ts'

const now = new Date('2026-03-04T12:00:00Z')
const hourMs = 60 * 60 * 1000

function ago(hours: number): Date {
  return new Date(now.getTime() - hours * hourMs)
}

function secret(given: Partial<SourceSecret>): SourceSecret {
  const unused = { endsAt: null, lastUsedAt: null, usesOfHour: 0, usesOfDay: 0 }
  return { secretId: '1', createdAt: ago(1000), ...unused, ...given }
}

function verdicts(...secrets: Partial<SourceSecret>[]): string[] {
  return judgeSecrets(secrets.map(secret), now).map(({ verdict }) => verdict)
}

describe('a secret of a source', () => {
  test('is the only one, whether it is used or not', () => {
    expect(verdicts({})).toEqual(['only'])
    expect(verdicts({ usesOfHour: 5, usesOfDay: 9, lastUsedAt: ago(0) })).toEqual(['only'])
  })

  test('has ended at its end', () => {
    expect(verdicts({}, { endsAt: now })).toEqual(['only', 'ended'])
    expect(verdicts({}, { endsAt: new Date(now.getTime() + 1) })).toEqual(['fading', 'fading'])
  })

  test('is in use at 1 % of the last hour, and fading below that', () => {
    const newest = { usesOfHour: 99, usesOfDay: 990, lastUsedAt: ago(0) }
    expect(verdicts(newest, { usesOfHour: 1, usesOfDay: 900, lastUsedAt: ago(0.5) })).toEqual([
      'in_use',
      'in_use',
    ])
    expect(
      verdicts({ ...newest, usesOfHour: 100 }, { usesOfHour: 1, usesOfDay: 900, lastUsedAt: ago(0.5) }),
    ).toEqual(['in_use', 'fading'])
  })

  test('is judged by the last 24 hours if the last hour had no request', () => {
    const used = { usesOfDay: 50, lastUsedAt: ago(2) }
    expect(verdicts(used, used)).toEqual(['in_use', 'in_use'])
  })

  test('is safe to revoke after 24 idle hours while another is in use', () => {
    const newest = { usesOfHour: 9, usesOfDay: 99, lastUsedAt: ago(0) }
    expect(verdicts(newest, { lastUsedAt: ago(24) })).toEqual(['in_use', 'safe_to_revoke'])
    expect(verdicts(newest, { lastUsedAt: ago(23.9) })).toEqual(['in_use', 'fading'])
    expect(verdicts({}, { lastUsedAt: ago(24) })).toEqual(['fading', 'fading'])
  })

  test('is not safe to revoke before its sender could begin to use it', () => {
    const old = { usesOfHour: 9, usesOfDay: 99, lastUsedAt: ago(0) }
    expect(verdicts({ createdAt: ago(1) }, old)).toEqual(['fading', 'in_use'])
    expect(verdicts({ createdAt: ago(25) }, old)).toEqual(['safe_to_revoke', 'in_use'])
  })

  test('has its share of the verified requests', () => {
    const [first, second] = judgeSecrets(
      [secret({ usesOfHour: 3, usesOfDay: 10 }), secret({ usesOfHour: 1, usesOfDay: 30 })],
      now,
    )
    expect(first?.share).toEqual({ '1h': 0.75, '24h': 0.25 })
    expect(second?.share).toEqual({ '1h': 0.25, '24h': 0.75 })
  })
})
