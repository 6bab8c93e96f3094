import { argv, exit, stderr, stdout } from 'node:process'
import { migrateDatabase } from '@signalpost/database'
import { startTemporaryPostgres } from '@signalpost/embedded-postgres'
import { copyProduct } from '../support/product/copy-product.ts'
import { escalationMutants } from './controls/escalation-mutants.ts'
import { type Mutant, mutants } from './controls/mutants.ts'
import { rereadMutants } from './controls/reread-mutants.ts'
import { searchMutants } from './controls/search-mutants.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults/index.ts'
import { surviveEscalationKills } from './survive-escalation-kills.ts'
import { surviveFaults } from './survive-faults.ts'
import { surviveRereadKills } from './survive-reread-kills.ts'
import { surviveSearchKills } from './survive-search-kills.ts'

const usage = `usage: node test/faults/run-controls.ts [MUTANT…]
Plants one bug after another into a copy of the product. Exits 1 when the faults do not catch one.
`

const names = argv.slice(2)
type Planted = Omit<Mutant, 'faults'> & { complaintsOf: (productRoot: string) => Promise<string[]> }

const planted: Planted[] = [
  ...mutants.map((mutant) => ({ ...mutant, complaintsOf: complaintsOfFaults(mutant.faults) })),
  ...escalationMutants.map((mutant) => ({ ...mutant, complaintsOf: complaintsOfEscalations })),
  ...searchMutants.map((mutant) => ({ ...mutant, complaintsOf: complaintsOfSearches })),
  ...rereadMutants.map((mutant) => ({ ...mutant, complaintsOf: complaintsOfRereads })),
]
const chosen = planted.filter((mutant) => names.length === 0 || names.includes(mutant.name))
if (chosen.length < names.length) {
  stderr.write(usage)
  exit(2)
}
const survivors: string[] = []
for (const mutant of chosen) {
  const complaints = await complaintsOf(mutant)
  const caught = complaints.find((complaint) => complaint.includes(mutant.caughtBy))
  if (caught === undefined) survivors.push(mutant.name)
  stdout.write(`${mutant.name}: ${caught ?? `SURVIVED (${complaints.join('; ') || 'no complaints'})`}\n`)
}
stdout.write(`${chosen.length - survivors.length} of ${chosen.length} bugs caught\n`)
exit(survivors.length > 0 ? 1 : 0)

async function complaintsOf({ file, changes, complaintsOf: run }: Planted): Promise<string[]> {
  const copy = copyProduct()
  try {
    copy.change(file, changes)
    return await run(copy.root)
  } finally {
    copy.remove()
  }
}

function complaintsOfFaults(names: readonly string[]): Planted['complaintsOf'] {
  return async (productRoot) => {
    const common = { backend: 'postgres', seed: 5, deliveries: 500 } as const
    return (await surviveFaults({ ...common, productRoot, faults: names.map(getFault) })).complaints
  }
}

function complaintsOfEscalations(productRoot: string): Promise<string[]> {
  return onFreshPostgres(async (databaseUrl) => {
    const options = { databaseUrl, signals: 400, kills: 4, seed: 5, productRoot }
    return (await surviveEscalationKills(options)).complaints
  })
}

function complaintsOfSearches(productRoot: string): Promise<string[]> {
  return onFreshPostgres(async (databaseUrl) => {
    const options = { databaseUrl, posts: 1_500, kills: 30, seed: 5, productRoot }
    return (await surviveSearchKills(options)).complaints
  })
}

function complaintsOfRereads(productRoot: string): Promise<string[]> {
  return onFreshPostgres(async (databaseUrl) => {
    const options = { databaseUrl, posts: 90, kills: 7, seed: 5, productRoot }
    return (await surviveRereadKills(options)).complaints
  })
}

async function onFreshPostgres(run: (databaseUrl: string) => Promise<string[]>): Promise<string[]> {
  const postgres = await startTemporaryPostgres()
  try {
    await migrateDatabase({ url: postgres.url })
    return await run(postgres.url)
  } finally {
    await postgres.stop()
  }
}

function getFault(name: string): Fault {
  const found = faults.find((fault) => fault.name === name)
  if (found === undefined) throw new Error(`There is no fault ${name}.`)
  return found
}
