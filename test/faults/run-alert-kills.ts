import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { migrateDatabase } from '@signalpost/database'
import { startTemporaryPostgres } from '@signalpost/embedded-postgres'
import { surviveAlertKills } from './survive-alert-kills.ts'

const usage = `usage: node test/faults/run-alert-kills.ts [--signals N] [--kills N] [--seed N]
Kills the worker at random moments while every delivery comes twice. Prints what was decided, what four receivers got,
and which copies there are. Exits 1 when an alert was lost or sent too often.
`

const { signals, kills, seed } = readOptions()
const postgres = await startTemporaryPostgres()
try {
  await migrateDatabase({ url: postgres.url })
  const report = await surviveAlertKills({
    ...{ databaseUrl: postgres.url, signals, kills, seed },
    onKill: (kill) => stderr.write(`\rkill ${kill} of ${kills}`),
  })
  stderr.write('\n')
  const { complaints, ...book } = report
  stdout.write(`${JSON.stringify(book, undefined, 2)}\n`)
  for (const complaint of complaints) stdout.write(`${complaint}\n`)
  process.exitCode = complaints.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
}

function readOptions() {
  try {
    const { values } = parseArgs({
      args: argv.slice(2),
      options: {
        signals: { type: 'string', default: '5000' },
        kills: { type: 'string', default: '60' },
        seed: { type: 'string', default: '1' },
      },
    })
    return { signals: Number(values.signals), kills: Number(values.kills), seed: Number(values.seed) }
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return exit(2)
  }
}
