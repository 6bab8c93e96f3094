import { setSourceEnabled } from '@signalpost/database/access'
import type { Answer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { deliver } from './deliver.ts'
import { openIntake, type TestIntake } from './open-intake.ts'
import { openStore, type TestSource, type TestStore } from './open-store.ts'

export const maxBodyBytes = 2_000
const minuteMs = 60_000
/** In the middle of a minute, with a stopped clock: no rate window and no tolerance ends by itself. */
export const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs / 2

export type RefusalsStage = {
  store: TestStore
  intake: TestIntake
  source: TestSource
  /** It has sent what it may send in this minute. */
  limited: TestSource
  disabled: TestSource
  /** Its only secret has ended. */
  ended: TestSource
  /** It has a scheme that this version does not know. */
  unusable: TestSource
  /** It is not stored. */
  unknown: TestSource
  countRequests: () => Promise<number>
}

/** Sets the scene for the tests of a file: an intake, and sources of all sorts. Its members are there once the tests run. */
export function stageRefusals(): RefusalsStage {
  const stage = { countRequests } as RefusalsStage // the rest follows below

  test.beforeAll(async ({ testDatabase }) => {
    const store = await openStore(testDatabase.url)
    const source = await store.addSource()
    const limited = await store.addSource({ ratePerMinute: 1 })
    const [disabled, ended, unusable] = [
      await store.addSource(),
      await store.addSource(),
      await store.addSource(),
    ]
    const unknown = { ...source, sourceId: 'src_00000000000000000000000000' }
    const { database, pool } = store
    await setSourceEnabled(database, { sourceId: disabled.sourceId, enabled: false })
    await pool.query('update source_secrets set valid_until = now() where source_id = $1', [ended.sourceId])
    await pool.query(`update sources set scheme = 'gone' where source_id = $1`, [unusable.sourceId])
    const intake = await openIntake(store, { maxBodyBytes, nowMs: () => nowMs })
    expect((await deliver(intake, limited, { atMs: nowMs })).status).toBe(202)
    Object.assign(stage, { store, intake, source, limited, disabled, ended, unusable, unknown })
  })

  afterAll(async () => {
    await stage.intake.stop()
    await stage.store.close()
  })

  async function countRequests(): Promise<number> {
    const { rows } = await stage.store.pool.query<{ count: number }>(
      'select count(*)::int as count from requests',
    )
    return rows[0]?.count ?? -1
  }

  return stage
}

/** Returns an answer's status and the code in its body, in the form of the tables below. */
export function verdictOf({ status, body }: Answer): string {
  return `${status} ${String(JSON.parse(body).code)}`
}
