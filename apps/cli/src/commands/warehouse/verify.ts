import {
  repairWarehouseAct,
  type VerifyJobResult,
  verifyWarehouseAct,
} from '@signalpost/administration/warehouse'
import { idSchema } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { flag, required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { detachParameter } from '../job/finish-job.ts'
import { runWarehouseJob } from './run-warehouse-job.ts'

const keysShown = 10

export const warehouseVerify = defineCommand({
  path: 'warehouse verify',
  summary: `${verifyWarehouseAct.summary} Without --repair, it writes nothing there.`,
  access: verifyWarehouseAct,
  parameters: {
    warehouseId: required('<id>', 'the warehouse', idSchema),
    repair: flag('--repair', 'resend rows that differ, then compare again (admins)'),
    workspace: workspaceOfIdParameter,
    detach: detachParameter,
  },
  run: (context, input) =>
    runWarehouseJob(context, input, {
      act: input.repair ? repairWarehouseAct : verifyWarehouseAct,
      title: input.repair ? 'Comparing and repairing' : 'Comparing',
      show: ({ equal, tables, repaired }: VerifyJobResult) => ({
        json: { equal, tables, repaired },
        text: [
          describe({ equal, tables, repaired }),
          ...(equal || input.repair
            ? []
            : [`To send what differs again: ./signalpost warehouse verify ${input.warehouseId} --repair`]),
        ].join('\n'),
        exitCode: equal ? 0 : 1,
      }),
    }),
})

function describe({ tables, equal, repaired }: Omit<VerifyJobResult, 'rewritten'>): string {
  const rows = Object.entries(tables).map(([name, { sourceRows, targetRows, differing, differingRows }]) => [
    name,
    sourceRows,
    targetRows,
    differingRows,
    differing.slice(0, keysShown).join(' '),
  ])
  const damaged = Object.values(tables).flatMap(({ damagedFiles }) => damagedFiles)
  const verdict = equal ? 'Equal' : 'Not equal'
  return [
    table(['TABLE', 'HERE', 'THERE', 'DIFFERING', 'KEYS'], rows),
    ...Object.entries(tables).flatMap(([name, { rejected }]) =>
      rejected.slice(0, keysShown).map(({ key, reason }) => `${name} ${key}: ${reason}`),
    ),
    ...damaged.map((file) => `${file} is missing or damaged.`),
    ...Object.entries(tables).flatMap(([name, one]) => describeFaults(name, one)),
    repaired > 0
      ? `${verdict}, after ${repaired === 1 ? '1 row was' : `${repaired} rows were`} repaired.`
      : `${verdict}.`,
  ].join('\n')
}

function describeFaults(
  name: string,
  { isMissing, lacksView, lacksKey, faultyColumns }: VerifyJobResult['tables'][string],
): string[] {
  const columns = faultyColumns.map(({ column, expected, found }) =>
    found === undefined
      ? `${name} lacks its column ${column} (${expected}); the next sync adds and fills it.`
      : `${name}.${column} is ${found}, not ${expected}: change its type back, or drop the column to recreate it.`,
  )
  return [
    ...(isMissing ? [`${name} is missing; the next sync recreates it.`] : []),
    ...(lacksView
      ? [
          `The view ${name}_current is missing, lacks columns or shows something else; the next sync recreates it.`,
        ]
      : []),
    ...(lacksKey ? [`${name} has lost its primary key; the next sync adds it.`] : []),
    ...columns,
  ]
}
