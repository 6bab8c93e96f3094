import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policies } from './policies/index.ts'
import { findTypeFaults, findValueFaults } from './support/check-types.ts'
import { chartDirectory, examplesDirectory, renderChart } from './support/helm.ts'
import { type Manifest, readManifests } from './support/manifest.ts'
import type { PlantedFault } from './support/planted-fault.ts'
import { plantedFaults } from './support/planted-faults.ts'

// Mistakes that people make in charts, each planted into a copy of ours. The check that must name it does.

const scratch = mkdtempSync(join(tmpdir(), 'signalpost-chart-'))
const findingsOf = new Map<PlantedFault, Map<string, string[]>>()

beforeAll(async () => {
  const rendered: { fault: PlantedFault; manifests: Manifest[] }[] = []
  for (const [index, fault] of plantedFaults.entries()) {
    const answer = await renderChart({ chart: plant(fault, index), files: [exampleOf(fault)] })
    if (answer.ok) rendered.push({ fault, manifests: readManifests(answer.stdout) })
    else findingsOf.set(fault, new Map([['render', [answer.message]]]))
  }
  const types = await findTypeFaults(rendered.map(({ manifests }) => manifests))
  for (const [index, { fault, manifests }] of rendered.entries()) {
    findingsOf.set(
      fault,
      new Map([
        ['types', types[index] ?? []],
        ['values', await findValueFaults(manifests)],
        ...policies.map(({ name, find }): [string, string[]] => [name, find(manifests)]),
      ]),
    )
  }
})

afterAll(() => rmSync(scratch, { recursive: true }))

test('at least 20 mistakes are planted', () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(20)
})

test.each(plantedFaults)('$caughtBy: $name', (fault) => {
  const findings = findingsOf.get(fault)?.get(fault.caughtBy) ?? []
  expect(findings.join('\n')).toMatch(fault.says)
})

/** Copies the chart and makes the mistake in the copy, at its first place. */
function plant({ file, find, replace }: PlantedFault, index: number): string {
  const chart = join(scratch, String(index))
  cpSync(chartDirectory, chart, { recursive: true, dereference: true })
  const path = join(chart, file)
  const sound = readFileSync(path, 'utf8')
  if (!sound.includes(find)) throw new Error(`${file} has no ${JSON.stringify(find)}.`)
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  )
  return chart
}

function exampleOf({ example = 'minimal.yaml' }: PlantedFault): string {
  return join(examplesDirectory, example)
}
