import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { type BackendName, backends } from '../support/queue-store.ts'
import { startOwnPostgres } from '../support/start-own-postgres.ts'
import { describeKills } from './describe-kills.ts'
import { type KillsReport, surviveKills } from './survive-kills.ts'

const usage = `usage: node test/faults/run-faults.ts [--backend postgres|redis|redis-cluster] [--deliveries N]
                                      [--kills N] [--seed N] [--lose-jobs]
Kills random processes under load on each backend and prints what the sender's book and the ledger say.
Ends with 1 when an invariant is broken.
`

const options = readOptions()
const reports: KillsReport[] = []
for (const backend of options.backends) {
  stderr.write(
    `${backend}: ${options.deliveries} deliveries, ${options.kills} kills, seed ${options.seed} …\n`,
  )
  reports.push(await runOnce(backend))
}
stdout.write(describeKills(reports))
for (const { backend, complaints } of reports) {
  for (const complaint of complaints) stdout.write(`${backend}: ${complaint}\n`)
}
exit(reports.some((report) => report.complaints.length > 0) ? 1 : 0)

async function runOnce(backend: BackendName): Promise<KillsReport> {
  const postgres = await startOwnPostgres({ durable: true })
  try {
    return await surviveKills({ ...options, backend, databaseUrl: postgres.url })
  } finally {
    await postgres.remove()
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      args: argv.slice(2),
      options: {
        backend: { type: 'string', multiple: true },
        deliveries: { type: 'string', default: '20000' },
        kills: { type: 'string', default: '100' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        'lose-jobs': { type: 'boolean', default: false },
      },
    })
    const chosen = values.backend ?? backends
    const known = backends.filter((backend) => chosen.includes(backend))
    if (known.length !== chosen.length) throw new Error(`--backend takes ${backends.join(', ')}`)
    return {
      backends: known,
      deliveries: wholeNumber('--deliveries', values.deliveries),
      kills: wholeNumber('--kills', values.kills),
      seed: wholeNumber('--seed', values.seed),
      losesJobs: values['lose-jobs'],
    }
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return exit(2)
  }
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number`)
  return Number(text)
}
