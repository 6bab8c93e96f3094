import { createDatabase } from '@signalpost/database'
import { replayDeliveries } from '@signalpost/database/ledger'
import { waitUntil } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { expectSound } from '../support/expect-sound.ts'
import type { Harness } from '../support/product/start-harness.ts'
import { startTestHarness } from '../support/product/start-test-harness.ts'

const timeoutMs = 120_000
const maxAttempts = 3
const good = 200

describe('a poison delivery among 200 good ones in one request', () => {
  for (const { backend, isMissing } of backendCases) {
    test.skipIf(isMissing)(
      `dies alone after its attempts, and is applied by a replay once it is cured, on ${backend}`,
      async (context) => {
        const env = { SIGNALPOST_MAX_ATTEMPTS: String(maxAttempts) }
        const harness = await startTestHarness(context, { backend, env })
        await poison(harness, 'sig_100')
        expect(await sendSignals(harness)).toBe('ok')
        await expectSound(harness)
        expect(await ledgerOf(harness)).toEqual([
          { status: 'applied', attempts: 1, deliveries: good, error: null },
          { status: 'dead', attempts: maxAttempts, deliveries: 1, error: 'this signal is poison' },
        ])
        await harness.query('drop trigger poison on signals')
        await replayDead(harness)
        await waitUntil('the cured delivery is applied', async () => (await ledgerOf(harness)).length === 1)
      },
      timeoutMs,
    )
  }
})

async function poison({ query }: Harness, signalId: string): Promise<void> {
  await query(`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.signal_id = '${signalId}' then raise exception 'this signal is poison'; end if;
      return new;
    end $$;
    create trigger poison before insert or update on signals for each row execute function refuse_poison()`)
}

async function sendSignals({ sender, sources }: Harness): Promise<string> {
  const [source] = sources
  if (source === undefined) throw new Error('The harness has no sources.')
  const at = '2026-11-01T00:00:00.000Z'
  const events = Array.from({ length: good + 1 }, (_, index) => ({
    id: `evt_${index}`,
    type: 'signal.created',
    occurredAt: at,
    orgId: source.orgId,
    data: {
      signal: {
        id: `sig_${index}`,
        orgId: source.orgId,
        listenerId: 'lsn_1',
        source: 'reddit',
        url: 'https://example.com/post',
        title: 'A post',
        excerpt: 'What it says',
        postedAt: at,
        relevanceScore: 50,
        classification: 'relevant',
        rationale: 'Because.',
        matchedKeywords: [],
        firstSeenAt: at,
      },
    },
  }))
  return sender.send({
    source,
    body: Buffer.from(JSON.stringify(events)),
    events: events.map(({ id }) => ({
      eventId: id,
      expectation: id === 'evt_100' ? ('dead' as const) : ('applied' as const),
    })),
  })
}

function ledgerOf({ query }: Harness): Promise<Record<string, unknown>[]> {
  return query(
    `select status, attempts, count(*)::int as deliveries, max(error) as error
     from deliveries group by status, attempts order by status`,
  )
}

async function replayDead({ databaseUrl, query }: Harness): Promise<void> {
  const dead = await query(`select delivery_id as id from deliveries where status = 'dead'`)
  const { database } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost test',
    onConnectionError: () => undefined,
  })
  try {
    await replayDeliveries(
      database,
      dead.map((row) => String(row.id)),
    )
  } finally {
    await database.destroy()
  }
}
