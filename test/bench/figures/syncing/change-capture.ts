import { defineFigure } from '../../define-figure.ts'
import { alertingMetric, measureAlerting } from '../../measuring/measure-alerting.ts'
import { applyingMetric, measureApplying } from '../../measuring/measure-applying.ts'
import { stopCapturing } from '../../measuring/stop-capturing.ts'
import { runStatement } from '../../stage/start-bench-postgres.ts'

const names = {
  captured: 'worker, changes captured',
  uncaptured: 'worker, without the triggers',
  ledger: 'worker, changes captured, events too',
  alerting: 'alerts, decisions and attempts captured',
  uncapturedAlerting: 'alerts, without the triggers',
}

export const changeCapture = defineFigure({
  name: 'change-capture',
  title: 'The cost of capturing every change for warehouses: to applying, and to alerting',
  comparisons: [
    {
      title: 'applying a backlog with changes captured / without',
      metric: applyingMetric,
      of: names.captured,
      to: names.uncaptured,
      gate: { atLeast: 0.97 },
      goal: 1,
    },
    {
      title: 'applying a backlog for a warehouse with the ledger / for none',
      metric: applyingMetric,
      of: names.ledger,
      to: names.captured,
    },
    {
      title: 'sending alerts with decisions and attempts captured / without',
      metric: alertingMetric,
      of: names.alerting,
      to: names.uncapturedAlerting,
      gate: { atLeast: 1 / 1.25 },
      goal: 0.97,
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    const applying = (prepare?: (databaseUrl: string) => Promise<void>) => () =>
      measureApplying({ stage, postgres, ...(prepare && { prepare }) })
    return [
      { name: names.captured, measure: applying() },
      { name: names.uncaptured, measure: applying(stopCapturing) },
      { name: names.ledger, measure: applying(askForLedger) },
      { name: names.alerting, measure: () => measureAlerting({ stage, postgres }) },
      {
        name: names.uncapturedAlerting,
        measure: () => measureAlerting({ stage, postgres, prepare: stopCapturing }),
      },
    ]
  },
})

/** Paused, so that no sync runs beside. */
async function askForLedger(databaseUrl: string): Promise<void> {
  await runStatement(
    databaseUrl,
    `insert into warehouses
       (warehouse_id, org_id, kind, name, settings, location, ciphertext, interval_ms, excludes_personal, has_bounds,
        has_ledger, is_paused)
     select 'whs_bench', org_id, 'duckdb', 'Bench', '{}', 'nowhere', '', 20000, false, false, true, true from workspaces`,
  )
}
