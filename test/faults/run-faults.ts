import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { backendCases } from '../support/backend-cases.ts'
import { type BackendName, backends } from '../support/product/queue-store.ts'
import { createRandom } from '../support/sending/random.ts'
import { describeFaults } from './describe-faults.ts'
import type { Fault } from './fault.ts'
import { faults as everyFault } from './faults/index.ts'
import { type FaultsReport, surviveFaults } from './survive-faults.ts'

const usage = `usage: npm run faults -- [FAULT…] [--backend postgres|redis|redis-cluster]…
                         [--faults N] [--deliveries N] [--seed N] [--lose-jobs] [--book FILE] [--list]
Strikes the product under load with each of the faults, or with --faults many in random order, until at least
--deliveries many deliveries are acknowledged. Then compares the ledger with the sender's book. With --book, records
each finished leg in FILE, and continues an interrupted run after the last one.
Exits 1 when an invariant is broken.
`
/** A leg has its own database and is judged alone. */
const faultsOfLeg = 30

type Leg = { backend: BackendName; seed: number; faults: Fault[]; deliveries: number }

const options = readOptions()
if (options.isListing) {
  stdout.write(options.faults.map(({ name, backends: on }) => `${name} (${on.join(', ')})\n`).join(''))
  exit(0)
}
const reports = readBook()
for (const leg of legsOf(options)) {
  if (reports.some(({ backend, seed }) => backend === leg.backend && seed === leg.seed)) continue
  const report = await run(leg)
  reports.push(report)
  if (options.book !== undefined) appendFileSync(options.book, `${JSON.stringify(report)}\n`)
}
stdout.write(describeFaults(reports))
for (const { backend, seed, complaints } of reports) {
  for (const complaint of complaints) stdout.write(`${backend}, seed ${seed}: ${complaint}\n`)
}
exit(reports.some((report) => report.complaints.length > 0) ? 1 : 0)

async function run(leg: Leg): Promise<FaultsReport> {
  stderr.write(`${leg.backend}, seed ${leg.seed}: ${leg.faults.length} faults …\n`)
  return surviveFaults({
    ...leg,
    losesJobs: options.losesJobs,
    onSurvived: ({ fault, seconds }) => stderr.write(`  ${seconds.toFixed(1).padStart(5)} s  ${fault}\n`),
  })
}

function legsOf({ chosenBackends, faults, count, deliveries, seed }: typeof options): Leg[] {
  return chosenBackends.flatMap((backend) => {
    const ofBackend = faults.filter((fault) => fault.backends.includes(backend))
    const drawn = count === undefined ? ofBackend : draw(ofBackend, count, seed)
    const legs = Math.ceil(drawn.length / faultsOfLeg)
    return Array.from({ length: legs }, (_, leg) => ({
      backend,
      seed: seed + leg,
      faults: drawn.slice(leg * faultsOfLeg, (leg + 1) * faultsOfLeg),
      deliveries: Math.ceil(deliveries / legs),
    }))
  })
}

/** Draws each equally often, in an order determined by the seed. */
function draw(from: readonly Fault[], count: number, seed: number): Fault[] {
  const random = createRandom(seed)
  const drawn: Fault[] = []
  while (drawn.length < count && from.length > 0) {
    const shuffled = from.map((fault) => ({ fault, at: random() })).sort((a, b) => a.at - b.at)
    drawn.push(...shuffled.map(({ fault }) => fault))
  }
  return drawn.slice(0, count)
}

// The cast: only this program writes these files.
function readBook(): FaultsReport[] {
  if (options.book === undefined || !existsSync(options.book)) return []
  const lines = readFileSync(options.book, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FaultsReport)
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(2),
      allowPositionals: true,
      options: {
        backend: { type: 'string', multiple: true },
        faults: { type: 'string' },
        deliveries: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        'lose-jobs': { type: 'boolean', default: false },
        book: { type: 'string' },
        list: { type: 'boolean', default: false },
      },
    })
    const available = backendCases.filter(({ isMissing }) => !isMissing).map(({ backend }) => backend)
    const wanted: readonly string[] = values.backend ?? available
    const chosenBackends = backends.filter((backend) => wanted.includes(backend))
    if (chosenBackends.length !== wanted.length) throw new Error(`--backend takes ${backends.join(', ')}`)
    const faults = everyFault.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    const unknown = positionals.filter((name) => faults.every((fault) => fault.name !== name))
    if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(', ')}; --list names them`)
    return {
      chosenBackends,
      faults,
      count: values.faults === undefined ? undefined : wholeNumber('--faults', values.faults),
      deliveries: wholeNumber('--deliveries', values.deliveries),
      seed: wholeNumber('--seed', values.seed),
      losesJobs: values['lose-jobs'],
      book: values.book,
      isListing: values.list,
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
