import { formatMoney, nameAccount } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useUserNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { useSourceNames } from '../../api/use-source-names.ts'
import { Notes } from '../../parts/data/notes.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay } from '../../shell/session.tsx'
import { cut } from '../../text/cut.ts'
import { nameOf, nameOfUser } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'
import { showControls } from '../../text/show-controls.ts'
import { DealEdit } from './deal-edit.tsx'

type Shown = AnswerOf<'GET /console/api/w/{orgId}/pipeline/{id}'>

export function DealPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const mayChange = useMay('member')
  const read = useRead(
    'GET /console/api/w/{orgId}/pipeline/{id}',
    { params: { orgId, id } },
    { topics: ['audit', 'signals'] },
  )
  const title = read.data === undefined ? '' : showControls(readTitle(read.data.deal.name))
  return (
    <Page
      title={title.trim() === '' ? `Deal ${id}` : title}
      lead={<Link to={`/w/${orgId}/pipeline`}>All deals</Link>}
    >
      <Answer of={read} what="the deal">
        {({ deal, signalTitle, history, notes }) => (
          <>
            <Details orgId={orgId} deal={deal} signalTitle={signalTitle} />
            {mayChange && <DealEdit key={deal.updatedAt} orgId={orgId} deal={deal} />}
            <History orgId={orgId} history={history} signal={{ id: deal.signalId, title: signalTitle }} />
            <Notes orgId={orgId} target={{ type: 'deal', id }} notes={notes} />
            <CommandLine text={`curl -X PATCH $API_URL/v1/pipeline/${encodeURIComponent(id)}`} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Details({
  orgId,
  deal,
  signalTitle,
}: { orgId: string } & Pick<Shown, 'deal' | 'signalTitle'>): ReactNode {
  const { id, stage, value, ownerId, accountKey, signalId, externalId, createdAt, updatedAt } = deal
  const people = useUserNames(orgId)
  return (
    <section className="card">
      <Facts
        items={[
          ['Stage', <Status key="stage" value={stage} />],
          ['Value', value === null ? 'none' : formatMoney(value.amount, value.currency)],
          [
            'Owner',
            ownerId === null ? 'no one' : <Stranger key="owner" text={nameOfUser(people, ownerId)} />,
          ],
          [
            'Account',
            accountKey === null ? (
              'none'
            ) : (
              <Link key="account" to={`/w/${orgId}/accounts/${encodeURIComponent(accountKey)}`}>
                <Stranger text={nameAccount(accountKey)} />
              </Link>
            ),
          ],
          [
            'Signal',
            signalId === null ? (
              'none'
            ) : (
              <Link key="signal" to={`/w/${orgId}/signals/${encodeURIComponent(signalId)}`}>
                <Stranger text={readTitle(signalTitle ?? '') || 'Open the signal'} />
              </Link>
            ),
          ],
          ['External id', externalId === null ? 'none' : <Stranger key="external" text={externalId} />],
          ['Created', <FullMoment key="created" at={createdAt} />],
          ['Updated', <FullMoment key="updated" at={updatedAt} />],
          ['Deal', <Copyable key="id" text={id} label="the id of the deal" />],
        ]}
      />
    </section>
  )
}

const titles: Record<string, string> = {
  ...{ name: 'Name', stage: 'Stage', value: 'Value', ownerId: 'Owner' },
  ...{ accountKey: 'Account', signalId: 'Signal' },
}

type HistoryProps = {
  orgId: string
  history: Shown['history']
  /** That of the deal now. */
  signal: { id: string | null; title: string | null }
}

function History({ orgId, history, signal }: HistoryProps): ReactNode {
  const sources = useSourceNames(orgId)
  const people = useUserNames(orgId)
  const named = (member: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value
    if (member === 'ownerId') return nameOfUser(people, value)
    if (member === 'accountKey') return nameAccount(value)
    if (member !== 'signalId') return value
    return value === signal.id && signal.title !== null ? readTitle(signal.title) : 'another signal'
  }
  return (
    <section className="card">
      <h2>History</h2>
      {history.length === 0 && <p className="quiet">No change is recorded.</p>}
      <ol className="lines" aria-label="Changes, the latest first">
        {history.map(({ id, member, from, to, at, sourceId }) => (
          <li key={id} className="line">
            <span>
              {titles[member] ?? member}: <Value of={named(member, from)} /> →{' '}
              <Value of={named(member, to)} />{' '}
              <span className="quiet">
                {sourceId === null ? (
                  'changed here'
                ) : (
                  <>
                    by <Stranger text={nameOf(sources, sourceId, 'a deleted source')} />
                  </>
                )}
              </span>
            </span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Value({ of }: { of: unknown }): ReactNode {
  if (of === null || of === undefined) return <span className="quiet">none</span>
  if (typeof of === 'object' && 'amount' in of && 'currency' in of) {
    return formatMoney(String(of.amount), String(of.currency))
  }
  return <Stranger text={cut(typeof of === 'string' ? of : JSON.stringify(of))} />
}
