import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPartitions, createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { plantedFaults } from '../../../test-support/planted-faults/index.ts'
import { createOverviewReader } from '../create-overview-reader.ts'
import type { Finding, FindingKind } from '../finding.ts'
import { findingKinds } from './index.ts'

let workspaces = 0

test('every finding of these folders is on the overview, and has a fault that is planted', async () => {
  const kinds = kindsOf((await readFindings()).toSorted(byKind))
  expect(kinds).not.toEqual([])
  expect(kindsOf(findingKinds.toSorted(byKind))).toEqual(kinds)
  expect([...new Set(plantedFaults.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
})

async function readFindings(): Promise<FindingKind[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts',
  )
  const exports = files.map(async (file) =>
    Object.values<unknown>(await import(join(import.meta.dirname, file))),
  )
  return (await Promise.all(exports)).flat().filter(isFindingKind)
}

function isFindingKind(exported: unknown): exported is FindingKind {
  return typeof exported === 'object' && exported !== null && 'kind' in exported && 'createFinder' in exported
}

const kindsOf = (kinds: readonly FindingKind[]): string[] => kinds.map(({ kind }) => kind)
const byKind = (a: FindingKind, b: FindingKind): number => (a.kind < b.kind ? -1 : 1)

test.for(plantedFaults)(
  'names $fault when it begins, and not before or after',
  async ({ kind, summary, link, prepare, plant, end }, { database, pool }) => {
    await createPartitions(database, { nowMs: Date.now(), daysAhead: 0 })
    workspaces += 1
    const orgId = `org_fault_${workspaces}`
    const workspace = { orgId, name: orgId, plan: 'standard', accountIntelligence: true }
    await createWorkspace(database, { ...workspace, analysisAllowance: 1 })
    const ground = { database, pool, secretBox: createSecretBox(randomBytes(32)), orgId }
    const findings = async (): Promise<Finding[]> =>
      (await createOverviewReader({ database, nowMs: Date.now })(orgId)).findings

    await prepare?.(ground)
    expect(await findings()).toEqual([])
    await plant(ground)
    const found = await findings()
    expect(found).toMatchObject([{ kind }])
    expect(found[0]?.summary).toMatch(summary)
    expect(found[0]?.link).toMatch(link)
    expect(found[0]?.remedy).toMatch(/\.$/)
    await end(ground)
    expect(await findings()).toEqual([])
  },
)
