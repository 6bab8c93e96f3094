import type { PeopleOptions, SyncDependencies, SyncProgress, TableRewrite } from '@signalpost/sync'
import type { CommandContext } from '../../command/context.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** What working on warehouses takes, from what commands have. */
export function syncDependenciesOf({ database, pool, secretBox, config }: CommandContext): SyncDependencies {
  return { database, pool, secretBox, dataDir: config.dataDir }
}

/** Does something long with a warehouse, and shows people how far it is: a bar for each table. */
export async function showingProgress<Result>(
  terminal: Terminal,
  work: (options: PeopleOptions) => Promise<Result>,
): Promise<Result> {
  let shown: { table: string; rows: number; bar: Progress } | undefined
  const stop = () => {
    shown?.bar.stop(`${shown.table}: ${shown.rows} rows`)
    shown = undefined
  }
  const onProgress = ({ table, rows, remaining }: SyncProgress) => {
    if (shown?.table !== table) {
      stop()
      if (remaining === 0) return
      shown = { table, rows: 0, bar: terminal.startProgress({ title: table, total: remaining }) }
    }
    shown.bar.advance(rows - shown.rows)
    shown.rows = rows
  }
  const onWait = () => terminal.note('Another process works on the warehouse; waiting until it is done.')
  const onRewrite = ({ table, reason }: TableRewrite) => terminal.note(`Rewriting ${table}: ${reason}.`)
  try {
    return await work({ onProgress, onWait, onRewrite })
  } finally {
    stop()
  }
}
