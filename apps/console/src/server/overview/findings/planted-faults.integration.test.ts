import { randomBytes } from 'node:crypto'
import { createPartitions, createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { plantedFaults } from '../../../test-support/planted-faults/index.ts'
import { createOverviewReader } from '../create-overview-reader.ts'
import type { Finding } from '../finding.ts'
import { findingKinds } from './index.ts'

let workspaces = 0

test('every kind of finding has a fault that is planted', () => {
  const planted = new Set(plantedFaults.map(({ kind }) => kind))
  expect(findingKinds.filter(({ kind }) => !planted.has(kind))).toEqual([])
})

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
