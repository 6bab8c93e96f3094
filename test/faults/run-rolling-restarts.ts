import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { startTemporaryPostgres } from '@signalpost/embedded-postgres'
import { backends } from '../support/product/queue-store.ts'
import { surviveRollingRestarts } from './survive-rolling-restarts.ts'

const usage = `usage: node test/faults/run-rolling-restarts.ts [--restarts N] [--rate N] [--backend ${backends.join('|')}] [--seed N]
Stops one process after another and starts it again, while requests come at a fixed rate per second. Prints what was
read, answered and stored. Exits 1 when a request whose header was read is not answered, or something is lost.
`

const options = readOptions()
const postgres = await startTemporaryPostgres()
try {
  const { complaints, statuses, ...figures } = await surviveRollingRestarts({
    ...{ ...options, databaseUrl: postgres.url },
    onRestart: (restart) => stderr.write(`\rrestart ${restart} of ${options.restarts}`),
  })
  stderr.write('\n')
  const answers = Object.entries(statuses).map(([status, count]) => [`answered ${status}`, count] as const)
  for (const [name, value] of [...Object.entries(figures), ...answers]) {
    stdout.write(`${name.padEnd(16)}${value}\n`)
  }
  for (const complaint of complaints) stdout.write(`${complaint}\n`)
  stdout.write(`${'verdict'.padEnd(16)}${complaints.length === 0 ? 'sound' : 'BROKEN'}\n`)
  process.exitCode = complaints.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
}

function readOptions() {
  try {
    const { values } = parseArgs({
      args: argv.slice(2),
      options: {
        restarts: { type: 'string', default: '200' },
        rate: { type: 'string', default: '300' },
        backend: { type: 'string', default: 'postgres' },
        seed: { type: 'string', default: '1' },
      },
    })
    const backend = backends.find((one) => one === values.backend)
    if (backend === undefined) throw new Error(`--backend takes ${backends.join(', ')}`)
    return {
      backend,
      restarts: Number(values.restarts),
      rate: Number(values.rate),
      seed: Number(values.seed),
    }
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return exit(2)
  }
}
