import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyProduct, type ProductCopy } from '../../support/product/copy-product.ts'
import type { ProductProcess } from '../../support/product/product-process.ts'
import type { Harness } from '../../support/product/start-harness.ts'
import { defineFault } from '../fault.ts'

const sideBySideMs = 4_000
const migrationName = '9000-next-release'
const addedColumn = 'mood'
const addedIndex = 'signals_by_mood'

/**
 * The next release starts beside this one: first its schema, then its processes on the same stores. This release
 * restarts on the newer schema, as after a rollback, and stays when the newer one leaves.
 */
export const nextReleaseBeside = defineFault({
  name: 'next-release-beside-this-one',
  strike: async ({ harness }) => {
    const { product } = harness
    const older = [...product.processes]
    const newer: ProductProcess[] = []
    const next = makeNextRelease()
    try {
      await migrate(next, harness)
      for (const kind of ['intake', 'worker'] as const) {
        newer.push(await product.addProcess(kind, { root: next.root }))
      }
      for (const one of older) {
        await one.stop()
        await one.start()
      }
      await sleep(sideBySideMs)
    } finally {
      for (const one of newer) await product.removeProcess(one)
      await takeBack(harness)
      next.remove()
    }
  },
})

function makeNextRelease(): ProductCopy {
  const next = copyProduct()
  const migrations = 'packages/database/src/migrations'
  next.write(
    `${migrations}/${migrationName}.ts`,
    `import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql\`alter table signals add column ${addedColumn} text not null default 'calm'\`.execute(database)
  await sql\`create index ${addedIndex} on signals (org_id, ${addedColumn})\`.execute(database)
}
`,
  )
  next.change(`${migrations}/index.ts`, [
    ['\n\n/**', `\nimport { up as nextRelease } from './${migrationName}.ts'\n\n/**`],
    ['\n}\n', `\n  '${migrationName}': { up: nextRelease },\n}\n`],
  ])
  next.write(
    'packages/domain/src/events/signal-snoozed.ts',
    `import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { instantSchema } from '../instant.ts'
import { idSchema } from '../text.ts'

export const signalSnoozed = defineEventKind({
  type: 'signal.snoozed',
  data: z.object({ signalId: idSchema, until: instantSchema }),
  example: { signalId: 'sig_8d1f', until: '2026-11-21T09:00:00.000Z' },
  contributions: () => [],
})
`,
  )
  next.change('packages/domain/src/events/event-kinds.ts', [
    ['\n\n/**', `\nimport { signalSnoozed } from './signal-snoozed.ts'\n\n/**`],
    ['  ping,\n]', '  ping,\n  signalSnoozed,\n]'],
  ])
  return next
}

/** Migrates like an operator, before the first process of a release starts. */
async function migrate({ root }: ProductCopy, { productStores, masterKey }: Harness): Promise<void> {
  const { databaseUrl, redisUrl } = productStores
  const migrating = spawn(process.execPath, [join(root, 'apps/cli/src/main.ts'), 'migrate'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
      SIGNALPOST_MASTER_KEY: masterKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [migrating.stdout, migrating.stderr]) {
    stream.on('data', (text) => {
      output += String(text)
    })
  }
  const [code] = await once(migrating, 'close')
  if (code !== 0 || !output.includes(migrationName))
    throw new Error(`The migration ended with ${code}: ${output}`)
}

/** Undoes the migration, so the fault can strike again. */
async function takeBack({ query }: Harness): Promise<void> {
  await query(`alter table signals drop column if exists ${addedColumn}`)
  await query('delete from kysely_migration where name = $1', [migrationName])
}
