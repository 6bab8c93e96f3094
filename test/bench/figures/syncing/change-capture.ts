import { defineFigure } from '../../define-figure.ts'
import { measureApplying, applyingMetric as metric } from '../../measuring/measure-applying.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'

const names = { captured: 'worker, changes captured', uncaptured: 'worker, without the triggers' }

export const changeCapture = defineFigure({
  name: 'change-capture',
  title: 'The cost to a worker of capturing every change for warehouses',
  comparisons: [
    {
      title: 'applying a backlog with changes captured / without',
      metric,
      of: names.captured,
      to: names.uncaptured,
      gate: { atLeast: 1 / 1.25 },
      goal: 0.95,
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    return [
      { name: names.captured, measure: () => measureApplying({ stage, postgres }) },
      {
        name: names.uncaptured,
        measure: () => measureApplying({ stage, postgres, prepare: stopCapturing }),
      },
    ]
  },
})

async function stopCapturing(databaseUrl: string): Promise<void> {
  const [row] = await runStatement(
    databaseUrl,
    // Some tables are captured themselves, others leave a record of each row in one that is.
    `select string_agg(distinct format('alter table %s disable trigger user', tgrelid::regclass), ';') as statements
     from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where (proname = 'draw_version' or proname like '%\\_mirror') and not tgisinternal`,
  )
  if (typeof row?.statements !== 'string') throw new Error('No table has change capture.')
  await runStatement(databaseUrl, row.statements)
}
