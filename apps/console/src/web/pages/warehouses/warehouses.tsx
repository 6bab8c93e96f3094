import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useKindTitle } from '../../api/use-kind-title.ts'
import { useRead } from '../../api/use-read.ts'
import { Modal } from '../../parts/controls/modal.tsx'
import { List } from '../../parts/data/list.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Button } from '../../parts/form/button.tsx'
import { AdminOnly } from '../../parts/page/admin-only.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { NewWarehouse } from './new-warehouse.tsx'

export function WarehousesPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay('admin')
  const warehouses = useRead(
    'GET /console/api/w/{orgId}/warehouses',
    { params: { orgId } },
    { topics: ['warehouses', 'audit'] },
  )
  const titleOf = useKindTitle('warehouse')
  const create = mayCreate && (
    <Button look="primary" onClick={() => setCreating(true)}>
      New warehouse
    </Button>
  )
  return (
    <Page title="Warehouses" lead="Databases and files that are kept in sync for analysts." acts={create}>
      <List
        of={warehouses}
        what="the warehouses"
        empty={
          <Empty title="No warehouse yet">
            <p>
              A warehouse holds the workspace's signals, accounts, deals, notes and listeners as tables,
              seconds after they change. PostgreSQL, Parquet, DuckDB and ClickHouse cost nothing beyond their
              machine; Snowflake and BigQuery bill each sync. Five recipes in SQL come with it.
            </p>
          </Empty>
        }
        caption="Warehouses, the oldest first"
        keyOf={({ warehouseId }) => warehouseId}
        linkOf={({ warehouseId }) => `/w/${orgId}/warehouses/${warehouseId}`}
        columns={[
          { title: 'Name', cell: ({ name }) => <Stranger text={name} /> },
          { title: 'State', cell: ({ state }) => <Status value={state} /> },
          {
            title: 'In short',
            isWide: true,
            isMinor: true,
            cell: ({ sentence }) => <Sentence text={sentence} />,
          },
          { title: 'Kind', isMinor: true, cell: ({ kind }) => titleOf(kind) },
          { title: 'Rows behind', align: 'end', cell: ({ lagRows }) => format(lagRows) },
          {
            title: 'Refused',
            align: 'end',
            isMinor: true,
            cell: ({ rejectedRows }) => format(rejectedRows),
          },
          {
            title: 'Last sync',
            align: 'end',
            isMinor: true,
            cell: ({ lastSyncAt }) => <Moment at={lastSyncAt} />,
          },
        ]}
      />
      <CommandLine text={command(['warehouse', 'list'], { workspace: orgId })} />
      <Modal title="New warehouse" isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewWarehouse orgId={orgId} />
      </Modal>
    </Page>
  )
}

/** The dialog as a page of its own, for who comes by an address. */
export function NewWarehousePage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  return (
    <Page title="New warehouse" lead={<Link to={`/w/${orgId}/warehouses`}>All warehouses</Link>}>
      <AdminOnly does="creates warehouses">
        <section className="card">
          <NewWarehouse orgId={orgId} />
        </section>
      </AdminOnly>
    </Page>
  )
}
