import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useChannelNames, useRuleNames } from '../../api/use-alert-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Filters } from '../../parts/controls/filters.tsx'
import { useFilters } from '../../parts/controls/use-filters.ts'
import { Table } from '../../parts/data/table.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { Page } from '../../parts/page/page.tsx'
import { usePages } from '../../parts/page/pager.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { filterableReasons, wordsOfAnswer, wordsOfReason } from '../../text/alert-words.ts'
import { choicesOf, periodChoices } from '../../text/choices.ts'
import { command } from '../../text/command.ts'
import { readTitle } from '../../text/read-title.ts'
import { momentOf } from '../../text/since.ts'
import { ReplayAlerts } from './replay-alerts.tsx'
import { WhyNot } from './why-not.tsx'

type Alert = AnswerOf<'GET /console/api/w/{orgId}/alerts'>['items'][number]

const statuses = ['pending', 'sent', 'failed', 'unknown', 'expired', 'suppressed', 'digested']
const reasons = filterableReasons.map((value) => ({ value, title: wordsOfReason(value) }))
const names = ['status', 'rule', 'channel', 'signal', 'reason', 'since', 'until'] as const
const cleared = { status: '', rule: '', channel: '', signal: '', reason: '', since: '', until: '' }

export function AlertsPage(): ReactNode {
  const { orgId = '' } = useParams({ strict: false })
  const [filters, change] = useFilters(names)
  const channels = useChannelNames(orgId)
  const rules = useRuleNames(orgId)
  const { cursor, pager } = usePages(JSON.stringify([orgId, filters]))
  const nowMs = Date.now()
  const query = { ...filters, since: momentOf(filters.since, nowMs), until: momentOf(filters.until, nowMs) }
  const alerts = useRead(
    'GET /console/api/w/{orgId}/alerts',
    { params: { orgId }, query: { ...query, cursor, limit: '50' } },
    { topics: ['alerts', 'channels'], keep: true },
  )
  return (
    <Page
      title="Alerts"
      lead="Every signal that matched a rule, for each of its channels, with the outcome."
      acts={
        <>
          <Link className="button" to={`/w/${orgId}/alerts/messages`}>
            Messages
          </Link>
          <ReplayAlerts orgId={orgId} filters={query} />
        </>
      }
    >
      <Filters
        values={filters}
        change={change}
        filters={[
          { name: 'status', title: 'Status', choices: statuses },
          { name: 'channel', title: 'Channel', other: 'a deleted channel', choices: choicesOf(channels) },
          { name: 'rule', title: 'Rule', other: 'a deleted rule', choices: choicesOf(rules) },
          { name: 'reason', title: 'Reason', choices: reasons },
          { name: 'since', title: 'Decided', all: 'At any time', choices: periodChoices },
          { name: 'until', title: 'Decided before', isMoment: true },
        ]}
      >
        {filters.signal !== undefined && (
          <Button onClick={() => change({ signal: '' })}>One signal: show all</Button>
        )}
      </Filters>
      {filters.signal !== undefined && <WhyNot orgId={orgId} signalId={filters.signal} />}
      <Answer of={alerts} what="the alerts">
        {({ items, nextCursor }) =>
          items.length === 0 && cursor === undefined ? (
            <NoAlerts
              orgId={orgId}
              isFiltered={Object.keys(filters).length > 0}
              onClear={() => change(cleared)}
            />
          ) : (
            <>
              <Alerts orgId={orgId} items={items} />
              {pager(nextCursor)}
            </>
          )
        }
      </Answer>
      <CommandLine text={command(['alert', 'list'], { workspace: orgId, ...filters })} />
    </Page>
  )
}

function Alerts({ orgId, items }: { orgId: string; items: readonly Alert[] }): ReactNode {
  return (
    <Table
      caption="Alerts, the newest first"
      rows={items}
      keyOf={({ signalId, ruleId, channelId }) => `${signalId} ${ruleId} ${channelId}`}
      linkOf={({ signalId }) => `/w/${orgId}/alerts?signal=${encodeURIComponent(signalId)}`}
      columns={[
        {
          title: 'Signal',
          isWide: true,
          cell: ({ title }) => <Stranger text={title === null ? 'A deleted signal' : readTitle(title)} />,
        },
        { title: 'Status', cell: ({ status }) => <Status value={status} /> },
        { title: 'Why', isMinor: true, wraps: true, cell: (alert) => <Why alert={alert} /> },
        {
          title: 'Channel',
          isMinor: true,
          cell: ({ channelName }) => <Stranger text={channelName ?? 'a deleted channel'} />,
        },
        {
          title: 'Rule',
          isMinor: true,
          cell: (alert) => <Stranger text={originOf(alert)} />,
        },
        { title: 'Tries', isMinor: true, align: 'end', cell: ({ attempts }) => attempts.length },
        { title: 'Decided', align: 'end', cell: ({ decidedAt }) => <Moment at={decidedAt} /> },
      ]}
    />
  )
}

/** The rule, or the step of an escalation. */
function originOf({ ruleName, escalationName, round, step }: Alert): string {
  if (escalationName === null) return ruleName ?? 'a deleted rule'
  return `${escalationName}, step ${step}${round === 1 ? '' : ` of round ${round}`}`
}

/** Why it is as it is: its reason, when it is tried next, and what the other side said last. */
function Why({ alert: { reason, nextAt, attempts, status } }: { alert: Alert }): ReactNode {
  const last = attempts.at(-1)
  const said = last === undefined ? '' : wordsOfAnswer(last)
  return (
    <>
      {reason !== null && <Stranger text={wordsOfReason(reason)} />}
      {nextAt !== null && (
        <span className="quiet">
          {' '}
          next try <Moment at={nextAt} isNext />
        </span>
      )}
      {said !== '' && status !== 'sent' && (
        <span className="quiet">
          {' '}
          <Stranger text={said} />
        </span>
      )}
    </>
  )
}

function NoAlerts({
  orgId,
  isFiltered,
  onClear,
}: {
  orgId: string
  isFiltered: boolean
  onClear: () => void
}): ReactNode {
  if (isFiltered) {
    return (
      <Empty title="No alert matches">
        <Button onClick={onClear}>Show all</Button>
      </Empty>
    )
  }
  return (
    <Empty title="No signal matched a rule yet">
      <p>
        An alert needs a <Link to={`/w/${orgId}/channels`}>channel</Link> and a signal that matches a{' '}
        <Link to={`/w/${orgId}/rules`}>rule</Link>.
      </p>
    </Empty>
  )
}
