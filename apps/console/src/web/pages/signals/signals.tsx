import { namePlatform } from '@signalpost/domain/text'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { usePeopleNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { Table } from '../../parts/data/table.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay, useSession } from '../../shell/session.tsx'
import { command } from '../../text/command.ts'
import { cut } from '../../text/cut.ts'
import { readTitle } from '../../text/read-title.ts'
import { momentOf } from '../../text/since.ts'
import { SignalsActs } from './signals-acts.tsx'
import { type Filters, filterNames, SignalsFilters } from './signals-filters.tsx'
import { type Signal, useChangeSignal } from './use-change-signal.ts'
import { useSignalKeys } from './use-signal-keys.ts'

const none: ReadonlySet<string> = new Set()

export function SignalsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const { personId } = useSession().person
  const mayChange = useMay('member')
  const [filters, change] = useFilters(filterNames)
  const { cursor, pager } = usePages(JSON.stringify([orgId, filters]))
  const signals = useRead(
    'GET /console/api/w/{orgId}/signals',
    { params: { orgId }, query: { ...queryOf(filters), cursor, limit: '50' } },
    { topics: ['signals'], keep: true },
  )
  const [picked, setPicked] = useState(none)
  const people = usePeopleNames(orgId)
  const write = useChangeSignal(orgId, personId)
  const items = signals.data?.items ?? []
  const chosen = items.filter(({ id }) => picked.has(id))
  useSignalKeys({ items, chosen, personId, isOn: mayChange, change: write.mutate })
  const pick = (id: string, isPicked: boolean): void =>
    setPicked(new Set(isPicked ? [...picked, id] : [...picked].filter((one) => one !== id)))
  return (
    <Page title="Signals" lead="Signals worth your time, the best score first.">
      <SignalsFilters filters={filters} change={change} personId={personId} />
      {mayChange && chosen.length > 0 && (
        <SignalsActs
          chosen={chosen}
          personId={personId}
          isPending={write.isPending}
          change={write.mutate}
          onClear={() => setPicked(none)}
        />
      )}
      <Refusal error={write.error} what="The signals were not all changed." />
      <Answer of={signals} what="the signals">
        {({ items: rows, nextCursor }) =>
          rows.length === 0 && nextCursor === null && cursor === undefined ? (
            <NoSignals filters={filters} onClear={() => change(cleared)} />
          ) : (
            <>
              <Table
                caption="Signals, the best score first"
                rows={rows}
                keyOf={({ id }) => id}
                linkOf={({ id }) => `/w/${orgId}/signals/${encodeURIComponent(id)}`}
                columns={[
                  { title: 'Title', isWide: true, cell: (signal) => <Title signal={signal} /> },
                  { title: 'Score', align: 'end', cell: ({ relevanceScore }) => relevanceScore },
                  {
                    title: 'Urgency',
                    isMinor: true,
                    cell: ({ urgency }) => urgency && <Status value={urgency} />,
                  },
                  {
                    title: 'Classification',
                    isMinor: true,
                    cell: ({ classification }) => classification.replaceAll('_', ' '),
                  },
                  {
                    title: 'Assignee',
                    isMinor: true,
                    cell: ({ assignedTo }) =>
                      assignedTo && <Assignee {...assignedTo} personId={personId} people={people} />,
                  },
                  {
                    title: 'Verdict',
                    isMinor: true,
                    cell: ({ feedback }) => feedback && <Status value={feedback.verdict} />,
                  },
                  {
                    title: 'Alerted',
                    isMinor: true,
                    align: 'end',
                    cell: ({ alertedAt }) => alertedAt && <Moment at={alertedAt} />,
                  },
                  {
                    title: 'Posted',
                    isMinor: true,
                    align: 'end',
                    cell: ({ postedAt }) => <Moment at={postedAt} />,
                  },
                  ...(mayChange
                    ? [
                        {
                          title: 'Choose',
                          cell: ({ id, title }: Signal) => (
                            <input
                              type="checkbox"
                              className="pick"
                              aria-label={`Choose ${readTitle(title)}`}
                              checked={picked.has(id)}
                              onChange={(event) => pick(id, event.currentTarget.checked)}
                            />
                          ),
                        },
                      ]
                    : []),
                ]}
              />
              {rows.length === 0 && nextCursor !== null && (
                <p className="quiet">
                  No match among these signals. The next page looks at those with lower scores.
                </p>
              )}
              {pager(nextCursor)}
            </>
          )
        }
      </Answer>
      <CommandLine text={commandOf(orgId, filters)} />
    </Page>
  )
}

function Title({ signal }: { signal: Signal }): ReactNode {
  const isUnread = signal.readAt === undefined
  return (
    <span className="two-lines">
      <span className={isUnread ? 'unread' : undefined}>
        {isUnread && <span className="visually-hidden">Unread: </span>}
        <Stranger text={readTitle(signal.title)} />
      </span>
      <Origin signal={signal} />
    </span>
  )
}

/** Where a signal comes from, and whom it is about. */
function Origin({ signal: { source, accountKey } }: { signal: Signal }): ReactNode {
  return (
    <span className="quiet">
      {namePlatform(source)}
      {accountKey !== undefined && (
        <>
          {' · '}
          <Stranger text={cut(accountKey)} />
        </>
      )}
    </span>
  )
}

function Assignee({
  userId,
  personId,
  people,
}: {
  userId: string
  personId: string
  people: ReadonlyMap<string, string>
}): ReactNode {
  return userId === personId ? 'me' : <Stranger text={cut(people.get(userId) ?? userId)} />
}

const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, '']))

/** A relative time in the address is a moment for the server. */
function queryOf({ postedAfter, ...filters }: Filters): Filters {
  const moment = momentOf(postedAfter, Date.now())
  return { ...filters, ...(moment !== undefined && { postedAfter: moment }) }
}

function commandOf(orgId: string, filters: Filters): string {
  const options = Object.entries(filters).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value,
  ])
  return command(['signal', 'list'], { workspace: orgId, ...Object.fromEntries(options) })
}

function NoSignals({ filters, onClear }: { filters: Filters; onClear: () => void }): ReactNode {
  if (Object.keys(filters).length === 0) {
    return (
      <Empty title="No signal in the last 30 days">
        <p>The demo sends 400 real signals, signed.</p>
        <CommandLine text="npm run demo" />
      </Empty>
    )
  }
  return (
    <Empty title="No signal matches">
      {filters.postedAfter === undefined && <p>Without a time, the list shows the last 30 days.</p>}
      <button type="button" className="button" onClick={onClear}>
        Show all
      </button>
    </Empty>
  )
}
