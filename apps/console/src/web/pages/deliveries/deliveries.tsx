import { eventTypes } from '@signalpost/domain/text'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useSourceNames } from '../../api/use-source-names.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { List } from '../../parts/data/list.tsx'
import { Button } from '../../parts/form/button.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { choicesOf, periodChoices } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { nameOf } from '../../text/name-of.ts'
import { momentOf } from '../../text/since.ts'
import { ChangeMany } from './deliveries-change.tsx'

const statuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead']
const errors = [
  { value: 'invalid_data', title: 'its data is not valid' },
  { value: 'failed', title: 'every attempt failed' },
  { value: 'retrying', title: 'an attempt failed, it is tried again' },
  { value: 'discarded', title: 'it was discarded' },
  { value: 'erased', title: 'it was erased' },
]
const names = ['status', 'source', 'type', 'error', 'since', 'until', 'event', 'delivery', 'batch'] as const

export function DeliveriesPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [filters, change] = useFilters(names)
  const sources = useSourceNames(orgId)
  const pages = usePages(JSON.stringify([orgId, filters]))
  const query = {
    ...filters,
    since: momentOf(filters.since, Date.now()),
    until: momentOf(filters.until, Date.now()),
  }
  const deliveries = useRead(
    'GET /console/api/w/{orgId}/deliveries',
    { params: { orgId }, query: { ...query, cursor: pages.cursor, limit: '50' } },
    { topics: ['deliveries'], keep: true },
  )
  return (
    <Page
      title="Deliveries"
      lead="What senders sent, and the outcome."
      acts={<ChangeMany orgId={orgId} filters={query} />}
    >
      <Filters
        values={filters}
        change={change}
        filters={[
          { name: 'status', title: 'Status', choices: statuses },
          { name: 'source', title: 'Source', other: 'a deleted source', choices: choicesOf(sources) },
          { name: 'type', title: 'Event type', choices: eventTypes },
          { name: 'since', title: 'Received', all: 'At any time', choices: periodChoices },
          { name: 'until', title: 'Before', isMoment: true },
          { name: 'error', title: 'Why not applied', all: 'Any', choices: errors },
          { name: 'event', title: 'Event id', placeholder: 'evt_…' },
        ]}
      >
        {(filters.batch ?? filters.delivery) !== undefined && (
          <Button onClick={() => change({ batch: '', delivery: '' })}>
            {filters.batch === undefined ? 'One delivery' : 'One batch'}: show all
          </Button>
        )}
      </Filters>
      <List
        of={deliveries}
        what="the deliveries"
        empty={<NoDeliveries isFiltered={Object.keys(filters).length > 0} onClear={() => change(cleared)} />}
        pages={pages}
        caption="Deliveries, the newest first"
        keyOf={({ deliveryId }) => deliveryId}
        linkOf={({ deliveryId }) => `/w/${orgId}/deliveries/${deliveryId}`}
        columns={[
          { title: 'Event', isWide: true, cell: ({ eventId }) => <Stranger text={eventId} /> },
          { title: 'Status', cell: ({ status }) => <Status value={status} /> },
          {
            title: 'Type',
            isMinor: true,
            cell: ({ type }) => <Stranger text={type ?? '(third party)'} />,
          },
          {
            title: 'Source',
            isMinor: true,
            cell: ({ sourceId }) => <Stranger text={nameOf(sources, sourceId, 'a deleted source')} />,
          },
          { title: 'Attempts', isMinor: true, align: 'end', cell: ({ attempts }) => attempts },
          { title: 'Received', align: 'end', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
        ]}
      />
      <CommandLine text={command(['delivery', 'list'], { workspace: orgId, ...filters })} />
    </Page>
  )
}

const cleared = Object.fromEntries(names.map((name) => [name, '']))

function NoDeliveries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): ReactNode {
  if (!isFiltered) {
    return (
      <Empty title="Nothing was received yet">
        <p>The demo sends 400 real signals, signed.</p>
        <CommandLine text="npm run demo" />
      </Empty>
    )
  }
  return (
    <Empty title="No delivery matches">
      <Button onClick={onClear}>Show all</Button>
    </Empty>
  )
}
