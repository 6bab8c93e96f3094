import {
  type BackfillJobResult,
  backfillWarehouseAct,
  planBackfillRead,
} from '@signalpost/administration/warehouse'
import { idSchema, instantOf, warehouseTables } from '@signalpost/domain'
import type { BackfillPlan } from '@signalpost/sync'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { nameOption } from '../../parameters/name-option.ts'
import { flag, list, optional, required } from '../../parameters/parameter.ts'
import { type Moment, pastMoment } from '../../parameters/times.ts'
import { record, tableOf } from '../../terminal/table.ts'
import { detachParameter } from '../job/finish-job.ts'
import { runWarehouseJob } from './run-warehouse-job.ts'

const mebibyte = 1024 * 1024

export const warehouseBackfill = defineCommand({
  path: 'warehouse backfill',
  summary: backfillWarehouseAct.summary,
  access: backfillWarehouseAct,
  parameters: {
    warehouseId: required('<id>', 'the warehouse', idSchema),
    tables: list('--table <name...>', 'only these tables', {
      schema: z.enum(warehouseTables.map(({ name }) => name)),
    }),
    from: optional(
      '--from <time>',
      'only rows of this time or later, ISO or relative such as 7d',
      pastMoment,
    ),
    to: optional('--to <time>', 'only rows before this time', pastMoment),
    plan: flag('--plan', 'print how many rows it would send, and send none'),
    workspace: workspaceOfIdParameter,
    detach: detachParameter,
  },
  run: async (context, { tables, from, to, plan, ...input }) => {
    const chosen = {
      ...(tables.length > 0 && { tables }),
      ...{ from: instantAt(from), to: instantAt(to) },
    }
    const { warehouseId, workspace: orgId } = input
    try {
      if (plan) {
        const planned = await context.call(planBackfillRead, { warehouseId, orgId, ...chosen })
        return { json: planned, text: describePlan(planned) }
      }
      return await runWarehouseJob(context, input, {
        act: backfillWarehouseAct,
        chosen,
        title: 'Sending',
        show: ({ rows, isContinued, rejected }: BackfillJobResult) => ({
          json: { warehouseId, rows, isContinued, rejected },
          text: [
            record({ ...rows, 'rows refused': rejected }),
            ...(isContinued ? ['', 'It was interrupted. What a sync sent after that is not counted.'] : []),
          ].join('\n'),
        }),
      })
    } catch (error) {
      throw nameOption(error, { tables: '--table', to: '--to' })
    }
  },
})

function instantAt(moment: Moment | undefined): string | undefined {
  return moment && instantOf(moment(Date.now()))
}

function describePlan({ tables, rows, bytes, seconds }: BackfillPlan): string {
  const pace = seconds === null ? 'not known: no large sync yet' : `about ${seconds} s`
  const columns = {
    TABLE: ({ table }: BackfillPlan['tables'][number]) => table,
    ROWS: (one: BackfillPlan['tables'][number]) => one.rows,
    MIB: (one: BackfillPlan['tables'][number]) => mebibytesOf(one.bytes),
  }
  return [tableOf(columns, tables), '', record({ rows, 'MiB of text': mebibytesOf(bytes), time: pace })].join(
    '\n',
  )
}

function mebibytesOf(bytes: number): string {
  return (bytes / mebibyte).toFixed(1)
}
