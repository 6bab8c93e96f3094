import { formatMoney } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useUserNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Notes } from '../../parts/data/notes.tsx'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { FullMoment, Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { cut } from '../../text/cut.ts'
import { nameOfUser } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'
import { showControls } from '../../text/show-controls.ts'
import { ScoreOverTime } from './score-over-time.tsx'

type Shown = AnswerOf<'GET /console/api/w/{orgId}/accounts/{id}'>

export function AccountPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  const read = useRead(
    'GET /console/api/w/{orgId}/accounts/{id}',
    { params: { orgId, id } },
    { topics: ['signals', 'audit'] },
  )
  const title = read.data === undefined ? '' : showControls(readTitle(read.data.account.name))
  return (
    <Page
      title={title.trim() === '' ? `Account ${showControls(cut(id))}` : title}
      lead={<Link to={`/w/${orgId}/accounts`}>All accounts</Link>}
    >
      <Answer of={read} what="the account">
        {({ account, signals, deals, notes }) => (
          <>
            <Details orgId={orgId} account={account} />
            <ScoreOverTime signals={signals} />
            <Table
              caption="Signals of the account, the latest first"
              rows={signals}
              keyOf={({ signalId }) => signalId}
              linkOf={({ signalId }) => `/w/${orgId}/signals/${encodeURIComponent(signalId)}`}
              columns={[
                {
                  title: 'Signal',
                  isWide: true,
                  cell: ({ title: text }) => <Stranger text={readTitle(text)} />,
                },
                { title: 'Score', align: 'end', cell: ({ relevanceScore }) => relevanceScore },
                { title: 'Posted', align: 'end', cell: ({ postedAt }) => <Moment at={postedAt} /> },
              ]}
            />
            <Deals orgId={orgId} deals={deals} />
            <Notes orgId={orgId} target={{ type: 'account', id: account.accountKey }} notes={notes} />
            <CommandLine
              text={command(['signal', 'list'], {
                workspace: orgId,
                'account-key': account.accountKey,
                'posted-after': '365d',
              })}
            />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Details({ orgId, account }: { orgId: string; account: Shown['account'] }): ReactNode {
  const people = useUserNames(orgId)
  const { accountKey, domain, region, signalCount, topScore, topScoreVersion, assignedTo } = account
  return (
    <section className="card">
      <Facts
        items={[
          ['Domain', domain === null ? 'none' : <Stranger key="domain" text={domain} />],
          ['Region', region === null ? 'unknown' : <Stranger key="region" text={region} />],
          ['Signals', signalCount],
          ['Top score', `${topScore} (version ${topScoreVersion})`],
          [
            'Assigned to',
            assignedTo.length === 0 ? (
              'no one'
            ) : (
              <Stranger key="people" text={assignedTo.map((id) => nameOfUser(people, id)).join(', ')} />
            ),
          ],
          ['First signal', <FullMoment key="first" at={account.firstSignalAt} />],
          ['Last signal', <FullMoment key="last" at={account.lastSignalAt} />],
          ['Account', <Copyable key="key" text={showControls(accountKey)} label="the key of the account" />],
        ]}
      />
    </section>
  )
}

function Deals({ orgId, deals }: { orgId: string; deals: Shown['deals'] }): ReactNode {
  return (
    <section className="card">
      <h2>Deals</h2>
      {deals.length === 0 && <p className="quiet">No deal names this account.</p>}
      <ul className="lines">
        {deals.map(({ id, name, stage, value }) => (
          <li key={id} className="line">
            <Link to={`/w/${orgId}/pipeline/${encodeURIComponent(id)}`}>
              <Stranger text={readTitle(name)} />
            </Link>
            <span>
              {value !== null && formatMoney(value.amount, value.currency)} <Status value={stage} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
