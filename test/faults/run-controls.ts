import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, exit, stderr, stdout } from 'node:process'
import { type Mutant, mutants } from './controls/mutants.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults/index.ts'
import { surviveFaults } from './survive-faults.ts'

const usage = `usage: node test/faults/run-controls.ts [MUTANT…]
Plants one bug after the other into a copy of the product and ends with 1 when the faults do not catch one.
`
const root = join(import.meta.dirname, '../..')

const names = argv.slice(2)
const chosen = mutants.filter((mutant) => names.length === 0 || names.includes(mutant.name))
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

async function complaintsOf(mutant: Mutant): Promise<string[]> {
  const productRoot = copyProduct()
  try {
    plant(mutant, productRoot)
    const report = await surviveFaults({
      backend: 'postgres',
      seed: 5,
      productRoot,
      faults: mutant.faults.map(getFault),
      deliveries: 500,
    })
    return report.complaints
  } finally {
    rmSync(productRoot, { recursive: true, force: true })
  }
}

/** The links of the packages to each other are relative: within the copy they lead to the copy. */
function copyProduct(): string {
  const copy = mkdtempSync(join(tmpdir(), 'signalpost-mutant-'))
  for (const part of ['apps', 'packages', 'infra', 'package.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function plant({ name, file, changes }: Mutant, productRoot: string): void {
  const path = join(productRoot, file)
  let text = readFileSync(path, 'utf8')
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`${name}: ${file} does not hold once: ${from}`)
    text = text.replace(from, () => to)
  }
  writeFileSync(path, text)
}

function getFault(name: string): Fault {
  const found = faults.find((fault) => fault.name === name)
  if (found === undefined) throw new Error(`There is no fault ${name}.`)
  return found
}
