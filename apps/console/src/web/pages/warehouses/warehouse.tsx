import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useKindTitle } from '../../api/use-kind-title.ts'
import { useRead } from '../../api/use-read.ts'
import { JobProgress } from '../../parts/data/job-progress.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Sentence, Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { cut } from '../../text/cut.ts'
import { WarehouseActs } from './acts/warehouse-acts.tsx'
import { Comparison } from './comparison.tsx'
import { Freshness } from './freshness/freshness.tsx'
import { History } from './history.tsx'
import { personalOf } from './personal-fields.tsx'
import { Recipes } from './recipes.tsx'
import { Rejects } from './rejects.tsx'
import type { Warehouse } from './shown-warehouse.ts'
import { Tables } from './tables.tsx'

export function WarehousePage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const warehouse = useRead(
    'GET /console/api/w/{orgId}/warehouses/{id}',
    { params: { orgId, id } },
    { topics: ['warehouses', 'jobs', 'audit'] },
  )
  return (
    <Page
      title={warehouse.data === undefined ? `Warehouse ${id}` : warehouse.data.name}
      lead={<Link to={`/w/${orgId}/warehouses`}>All warehouses</Link>}
      acts={warehouse.data && <WarehouseActs orgId={orgId} warehouse={warehouse.data} />}
    >
      <Answer of={warehouse} what="the warehouse">
        {(data) => (
          <>
            <p className="sentence" data-tone={toneOf(data)}>
              <Sentence text={cut(data.sentence, 1_000)} />
            </p>
            {data.jobs.map(({ jobId, act }) => (
              <section key={jobId} className="card" aria-label={readTitle(act)}>
                <h2>{readTitle(act)}</h2>
                <JobProgress orgId={orgId} jobId={jobId} />
              </section>
            ))}
            <About warehouse={data} />
            <Freshness warehouse={data} />
            <Tables warehouse={data} />
            <Comparison orgId={orgId} warehouse={data} />
            {data.rejectedRows > 0 && <Rejects orgId={orgId} warehouseId={data.warehouseId} />}
            <History orgId={orgId} warehouseId={data.warehouseId} />
            <Recipes orgId={orgId} warehouseId={data.warehouseId} />
            <CommandLine text={command(['warehouse', 'status', data.warehouseId])} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function About({ warehouse }: { warehouse: Warehouse }): ReactNode {
  const { warehouseId, state, kind, location, intervalSeconds, lagRows, costHint } = warehouse
  const titleOf = useKindTitle('warehouse')
  return (
    <section className="card">
      <Facts
        items={[
          ['State', <Status key="state" value={state} />],
          ['Kind', titleOf(kind)],
          ['Location', <Stranger key="location" text={location} />],
          ['Warehouse', <Copyable key="id" text={warehouseId} label="the id of the warehouse" />],
          ['Rows behind', format(lagRows)],
          ['Oldest change that waits', lagRows === 0 ? 'none' : `${format(warehouse.lagSeconds)} s`],
          ['Syncs', `every ${format(intervalSeconds)} s`],
          ['Last sync', <FullMoment key="last" at={warehouse.lastSyncAt} />],
          [
            'Next sync',
            warehouse.nextSyncAt === null ? 'paused' : <Moment key="next" at={warehouse.nextSyncAt} isNext />,
          ],
          ['Rows refused', format(warehouse.rejectedRows)],
          ['Personal data', personalOf(warehouse)],
          ['Tables', warehouse.chosenTables?.join(', ') ?? 'all'],
          ['Created', <FullMoment key="created" at={warehouse.createdAt} />],
        ]}
      />
      {costHint !== null && <p className="quiet">{costHint}</p>}
    </section>
  )
}

function toneOf({ state, lagSeconds, rejectedRows }: Warehouse): string {
  if (state === 'degraded') return 'bad'
  return state === 'paused' || rejectedRows > 0 || lagSeconds > 300 ? 'warn' : 'good'
}

function readTitle(act: string): string {
  return titles[act] ?? act
}

const titles: Record<string, string> = {
  'warehouse.sync': 'A requested sync',
  'warehouse.verify': 'A comparison',
  'warehouse.repair': 'A repair',
  'warehouse.backfill': 'A backfill',
}
