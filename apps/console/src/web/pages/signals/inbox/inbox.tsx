import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallInput } from '../../../api/call.ts'
import { useUserNames } from '../../../api/use-people-names.ts'
import { readAhead, useRead } from '../../../api/use-read.ts'
import { useFilters } from '../../../parts/controls/use-filters.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Answer } from '../../../parts/page/answer.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { usePages } from '../../../parts/page/pager.tsx'
import { useMay, useSession } from '../../../shell/session.tsx'
import { command } from '../../../text/command.ts'
import { nameOfUser } from '../../../text/name-of.ts'
import { momentOf } from '../../../text/since.ts'
import { SignalsActs } from '../signals-acts.tsx'
import { type FilterValues, filterNames, SignalsFilters } from '../signals-filters.tsx'
import type { Signal } from '../use-change-signal.ts'
import { type Act, actsOf } from './acts.ts'
import { InboxRow } from './inbox-row.tsx'
import { Toasts } from './toasts.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useOpenSignal } from './use-open-signal.ts'
import { TriageContext, useTriage } from './use-triage.ts'
import { Views } from './views.tsx'

const list = 'GET /console/api/w/{orgId}/signals'
const none: ReadonlySet<string> = new Set()

/** The list of signals, with the one that is open beside it. */
export function SignalsInbox(): ReactNode {
  const { orgId = '', id } = useParams({ strict: false })
  const { personId } = useSession().person
  const mayChange = useMay('member')
  const [filters, change] = useFilters(filterNames)
  const [{ view }] = useFilters(['view'])
  const { cursor, pager, turn } = usePages(JSON.stringify([orgId, view, filters]))
  const asked = {
    params: { orgId },
    query: view === undefined ? { ...queryOf(filters), cursor, limit: '50' } : { view, limit: '50' },
  }
  const signals = useRead(list, asked, { topics: ['signals'], keep: true })
  const people = useUserNames(orgId)
  const triage = useTriage(orgId, personId)
  const [picked, setPicked] = useState(none)
  const items = (signals.data?.items ?? []).map(triage.withHeld)
  const chosen = items.filter((signal) => picked.has(signal.id))
  const nextCursor = signals.data?.nextCursor ?? null
  const { findOpen, show, move, isTurning } = useOpenSignal({
    ...{ orgId, id, items, isShown: !signals.isPlaceholderData },
    turn: (step) => (step === 1 ? turn(nextCursor) : turn()),
  })
  useNextPage(nextCursor === null ? undefined : { ...asked, query: { ...asked.query, cursor: nextCursor } })
  const pick = (of: string, isPicked: boolean): void =>
    setPicked(new Set(isPicked ? [...picked, of] : [...picked].filter((one) => one !== of)))

  const acts = actsOf(personId)
  const act = (what: Act) => {
    const open = findOpen()
    const targets = chosen.length > 0 ? chosen : open === undefined ? [] : [open]
    if (!mayChange || (targets.length === 0 && id === undefined)) return undefined
    return () => {
      // The open signal is not read yet.
      if (targets.length === 0) return
      if (chosen.length === 0) move(1)
      triage.perform(targets, what)
    }
  }
  const pickOpen = () => {
    const open = findOpen()
    return mayChange && open !== undefined ? () => pick(open.id, !picked.has(open.id)) : undefined
  }
  const undo = (): void => {
    const back = triage.undo()
    if (back !== undefined && chosen.length === 0) show(back.id)
  }
  const keyed = (key: string): (() => void) | undefined => {
    if (key === 'j' || key === 'ArrowDown') return () => move(1)
    if (key === 'k' || key === 'ArrowUp') return () => move(-1)
    if (key === 'e') return act(acts.take)
    if (key === 'g') return act(acts.good)
    if (key === 'b') return act(acts.bad)
    if (key === 'u') return act(acts.read)
    if (key === 'a') return act(acts.acknowledge)
    if (key === 'x') return pickOpen()
    if (key === 'z') return triage.done && undo
    if (key === 'n') return mayChange && id !== undefined ? focusNote : undefined
    return undefined
  }
  useInboxKeys(keyed, isTurning)
  const order = view === 'attention' ? 'the most urgent first' : 'the best score first'

  return (
    <TriageContext value={triage}>
      <div className="leads" data-open={id !== undefined}>
        <div className="leads-list">
          {id === undefined && (
            <Page title="Signals" lead={`Signals worth your time, ${order}.`}>
              {null}
            </Page>
          )}
          <Views {...{ orgId, personId, view, filters }} />
          {view === undefined && (
            <SignalsFilters orgId={orgId} filters={filters} change={change} personId={personId} />
          )}
          <Answer of={signals} what="the signals">
            {() =>
              items.length === 0 && nextCursor === null && cursor === undefined ? (
                <NoSignals view={view} filters={filters} onClear={() => change(cleared)} />
              ) : (
                <>
                  <ul className="lead-rows" aria-label={`Signals, ${order}`}>
                    {items.map((signal) => (
                      <InboxRow
                        key={signal.id}
                        {...{ orgId, signal, isOpen: signal.id === id }}
                        assignee={assigneeOf(signal, personId, people)}
                        pick={
                          mayChange
                            ? {
                                isPicked: picked.has(signal.id),
                                change: (isPicked) => pick(signal.id, isPicked),
                              }
                            : undefined
                        }
                      />
                    ))}
                  </ul>
                  {items.length === 0 && nextCursor !== null && (
                    <p className="quiet">
                      No match among these signals. The next page looks at those with lower scores.
                    </p>
                  )}
                  {pager(nextCursor)}
                </>
              )
            }
          </Answer>
          {view === undefined && <CommandLine text={commandOf(orgId, filters)} />}
          {mayChange && chosen.length > 0 && (
            <SignalsActs {...{ chosen, personId, perform: triage.perform }} onClear={() => setPicked(none)} />
          )}
        </div>
        {(id !== undefined || items.length > 0) && (
          <div className="leads-open">
            <Outlet />
          </div>
        )}
      </div>
      <Toasts orgId={orgId} triage={triage} onUndo={undo} />
    </TriageContext>
  )
}

/** Reads the next page ahead, so that a key leads into it at once. */
function useNextPage(input: CallInput<typeof list> | undefined): void {
  const client = useQueryClient()
  const asked = input && JSON.stringify(input)
  useEffect(() => {
    // The cast: the text is an input.
    if (asked !== undefined) void readAhead(client, list, JSON.parse(asked) as CallInput<typeof list>)
  }, [client, asked])
}

function focusNote(): void {
  document.querySelector<HTMLElement>('.leads-open textarea')?.focus()
}

function assigneeOf(
  { assignedTo }: Signal,
  personId: string,
  people: ReadonlyMap<string, string>,
): string | undefined {
  if (assignedTo === undefined) return undefined
  return assignedTo.userId === personId ? 'me' : nameOfUser(people, assignedTo.userId)
}

const cleared: FilterValues = Object.fromEntries(filterNames.map((name) => [name, '']))

/** A relative time in the address is a moment for the server. */
function queryOf({ postedAfter, ...filters }: FilterValues): FilterValues {
  const moment = momentOf(postedAfter, Date.now())
  return { ...filters, ...(moment !== undefined && { postedAfter: moment }) }
}

function commandOf(orgId: string, filters: FilterValues): string {
  const options = Object.entries(filters).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    value,
  ])
  return command(['signal', 'list'], { workspace: orgId, ...Object.fromEntries(options) })
}

function NoSignals({
  view,
  filters,
  onClear,
}: {
  view: string | undefined
  filters: FilterValues
  onClear: () => void
}): ReactNode {
  if (view !== undefined) {
    return (
      <Empty title="Nothing needs attention">
        <p>Urgent leads of the last 72 hours appear here until someone reads or takes them.</p>
      </Empty>
    )
  }
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
      <Button onClick={onClear}>Show all</Button>
    </Empty>
  )
}
