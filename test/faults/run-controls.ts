import { argv, exit, stderr, stdout } from 'node:process'
import { copyProduct } from '../support/product/copy-product.ts'
import { type Mutant, mutants } from './controls/mutants.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults/index.ts'
import { surviveFaults } from './survive-faults.ts'

const usage = `usage: node test/faults/run-controls.ts [MUTANT…]
Plants one bug after another into a copy of the product. Exits 1 when the faults do not catch one.
`

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
  const copy = copyProduct()
  try {
    copy.change(mutant.file, mutant.changes)
    const report = await surviveFaults({
      backend: 'postgres',
      seed: 5,
      productRoot: copy.root,
      faults: mutant.faults.map(getFault),
      deliveries: 500,
    })
    return report.complaints
  } finally {
    copy.remove()
  }
}

function getFault(name: string): Fault {
  const found = faults.find((fault) => fault.name === name)
  if (found === undefined) throw new Error(`There is no fault ${name}.`)
  return found
}
