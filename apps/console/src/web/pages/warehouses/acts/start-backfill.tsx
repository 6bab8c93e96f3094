import { type ReactNode, useState } from 'react'
import type { Answer } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { MomentField } from '../../../parts/controls/moment-field.tsx'
import { JobProgress } from '../../../parts/data/job-progress.tsx'
import { format } from '../../../parts/data/sum-bar.tsx'
import { Table } from '../../../parts/data/table.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { command } from '../../../text/command.ts'
import type { Warehouse } from '../shown-warehouse.ts'
import { TableFields } from '../table-fields.tsx'

type Props = { orgId: string; warehouse: Warehouse }

/** Chooses what is sent again, says how much that is, starts it and follows it. */
export function StartBackfill({ orgId, warehouse }: Props): ReactNode {
  const start = useWrite('POST /console/api/w/{orgId}/warehouses/{id}/backfill')
  const plan = useWrite('POST /console/api/w/{orgId}/warehouses/{id}/backfill/plan')
  const [tables, setTables] = useState<readonly string[] | null>(null)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { warehouseId } = warehouse
  if (start.data !== undefined) return <JobProgress orgId={orgId} jobId={start.data.jobId} />
  /** A plan is of what was chosen then. */
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      plan.reset()
      set(value)
    }
  const request = {
    params: { orgId, id: warehouseId },
    body: {
      ...(tables !== null && { tables: [...tables] }),
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
    },
  }
  return (
    <Form write={plan.error === null ? start : plan} onSubmit={() => start.mutate(request)}>
      <p>
        Sends rows again, <strong>over those that the warehouse has</strong>. Changes that people made to them
        there are lost. A pause of the warehouse or a crash delays it, and it can be stopped.
      </p>
      <TableFields
        all={warehouse.tables.map(({ table }) => ({ name: table }))}
        value={tables}
        onChange={change(setTables)}
      />
      <MomentField label="From" path="from" value={from} onChange={change(setFrom)} />
      <MomentField label="To" path="to" value={to} onChange={change(setTo)} />
      {warehouse.costHint !== null && <p className="quiet">{warehouse.costHint}</p>}
      {plan.data !== undefined && <Plan plan={plan.data} />}
      <Refusal error={plan.error ?? start.error} what="Nothing was started." />
      <div className="acts">
        <Button disabled={plan.isPending} onClick={() => plan.mutate(request)}>
          {plan.isPending ? 'Counting…' : 'Show the plan'}
        </Button>
        <Button type="submit" look="primary" disabled={start.isPending}>
          Send again
        </Button>
      </div>
      <CommandLine
        text={command(['warehouse', 'backfill', warehouseId], { table: tables ?? [], from, to })}
      />
    </Form>
  )
}

type PlanData = Answer<'POST /console/api/w/{orgId}/warehouses/{id}/backfill/plan'>

function Plan({ plan: { tables, rows, bytes, seconds } }: { plan: PlanData }): ReactNode {
  return (
    <section aria-label="The plan" className="stack">
      <p role="status">
        {format(rows)} {rows === 1 ? 'row' : 'rows'}, {mebibytesOf(bytes)} of text
        {seconds === null ? '.' : `, about ${format(seconds)} s at the pace of the last large sync.`}
      </p>
      <Table
        caption="What would be sent"
        rows={tables}
        keyOf={({ table }) => table}
        columns={[
          { title: 'Table', cell: ({ table }) => <code>{table}</code> },
          { title: 'Rows', align: 'end', cell: (one) => format(one.rows) },
          { title: 'Text', align: 'end', cell: (one) => mebibytesOf(one.bytes) },
        ]}
      />
    </section>
  )
}

function mebibytesOf(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
