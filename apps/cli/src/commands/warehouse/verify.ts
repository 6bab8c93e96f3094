import { type VerifyReport, verifyWarehouse } from '@signalpost/sync'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { showingProgress, syncDependenciesOf } from './sync-options.ts'

const keysShown = 10

export const warehouseVerify = defineCommand({
  path: 'warehouse verify',
  summary:
    'Compare every row of a warehouse with what is stored, where the warehouse stands; writes nothing to it.',
  parameters: {
    warehouseId: required('<id>', 'the warehouse'),
    repair: flag('--repair', 'send what differs to this warehouse again, and compare once more'),
    workspace: workspaceOfIdParameter,
  },
  run: async (context, { warehouseId, workspace, repair }) => {
    const dependencies = syncDependenciesOf(context)
    const report = await showingProgress(context.terminal, (options) =>
      verifyWarehouse(dependencies, { warehouseId, orgId: workspace }, { ...options, repair }),
    )
    return { json: report, text: describe(report), exitCode: report.equal ? 0 : 1 }
  },
})

function describe({ tables, equal, repaired }: VerifyReport): string {
  const rows = Object.entries(tables).map(([name, { sourceRows, targetRows, differing }]) => [
    name,
    sourceRows,
    targetRows,
    differing.length,
    differing.slice(0, keysShown).join(' '),
  ])
  const damaged = Object.values(tables).flatMap(({ damagedFiles }) => damagedFiles)
  const verdict = equal ? 'Equal' : 'Not equal'
  return [
    table(['TABLE', 'HERE', 'THERE', 'DIFFERING', 'KEYS'], rows),
    ...damaged.map((file) => `${file} is missing or damaged.`),
    ...Object.entries(tables).flatMap(([name, one]) => describeFaults(name, one)),
    repaired > 0 ? `${verdict}, after ${repaired} rows were repaired.` : `${verdict}.`,
  ].join('\n')
}

function describeFaults(
  name: string,
  { isMissing, faultyColumns }: VerifyReport['tables'][string],
): string[] {
  const columns = faultyColumns.map(({ column, expected, found }) =>
    found === undefined
      ? `${name} lacks its column ${column} (${expected}); the next sync adds and fills it.`
      : `${name}.${column} is ${found}, not ${expected}: change its type back, or drop it to have it made anew.`,
  )
  return isMissing ? [`${name} is not there; the next sync makes it anew.`, ...columns] : columns
}
