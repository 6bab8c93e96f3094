import { nameAccount, namePlatform, toPlainText } from '@signalpost/domain/text'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useUserNames } from '../../api/use-people-names.ts'
import { useRead } from '../../api/use-read.ts'
import { Notes } from '../../parts/data/notes.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Page } from '../../parts/page/page.tsx'
import { ScoreReasons } from '../../parts/score/score-reasons.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { markWords } from '../../text/mark-words.ts'
import { nameOfUser } from '../../text/name-of.ts'
import { readTitle } from '../../text/read-title.ts'
import { showControls } from '../../text/show-controls.ts'
import { SignalActs } from './signal-acts.tsx'
import { SignalHistory } from './signal-history.tsx'
import { SignalLists } from './signal-lists.tsx'
import { SignalScore } from './signal-score.tsx'

type Shown = AnswerOf<'GET /console/api/w/{orgId}/signals/{id}'>
type Signal = Shown['signal']

export function SignalPage(): ReactNode {
  const { orgId = '', id = '' } = useParams({ strict: false })
  // What was typed for one signal is not for the next.
  return <OneSignal key={id} orgId={orgId} id={id} />
}

function OneSignal({ orgId, id }: { orgId: string; id: string }): ReactNode {
  const read = useRead(
    'GET /console/api/w/{orgId}/signals/{id}',
    { params: { orgId, id } },
    { topics: ['signals', 'audit'] },
  )
  const title = read.data === undefined ? '' : showControls(readTitle(read.data.signal.title))
  return (
    <Page
      title={title.trim() === '' && read.data !== undefined ? 'A signal without a title' : title || 'Signal'}
      lead={
        <span className="links">
          <Link to={`/w/${orgId}/signals`} search={true}>
            All signals
          </Link>
          <Link to={`/w/${orgId}/signals/${encodeURIComponent(id)}/timeline`}>Timeline</Link>
        </span>
      }
      acts={read.data && <SignalActs orgId={orgId} signal={read.data.signal} />}
    >
      <Answer of={read} what="the signal">
        {({ signal, listenerName, others, deals, notes, lists }) => (
          <>
            <Text signal={signal} />
            <SignalScore signal={signal} />
            <ScoreReasons orgId={orgId} signalId={id} listenerName={listenerName} />
            <Details orgId={orgId} signal={signal} listenerName={listenerName} />
            <SignalHistory {...{ orgId, signal, listenerName, deals, notes }} />
            <div className="columns">
              <Others orgId={orgId} signal={signal} others={others} />
              <Deals orgId={orgId} deals={deals} />
              <SignalLists orgId={orgId} signalId={id} lists={lists} />
            </div>
            <Notes orgId={orgId} target={{ type: 'signal', id }} notes={notes} />
            <CommandLine text={command(['signal', 'show', id], { workspace: orgId })} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function Text({ signal }: { signal: Signal }): ReactNode {
  const { url, excerpt, source, author, postedAt, matchedKeywords } = signal
  return (
    <section className="card">
      <p className="quiet">
        {namePlatform(source)} ·{' '}
        {author !== undefined && (
          <>
            <Stranger text={readTitle(author)} /> ·{' '}
          </>
        )}
        <Moment at={postedAt} />{' '}
        {/^https?:\/\//i.test(url) && (
          <a href={url} rel="noreferrer" target="_blank">
            Open the post
          </a>
        )}
      </p>
      <p className="quoted">
        <bdi className="stranger">
          {markWords(toPlainText(excerpt), matchedKeywords).map(({ text, isMarked }, index) => {
            const Part = isMarked ? 'mark' : 'span'
            return <Part key={`${index} ${isMarked}`}>{showControls(text)}</Part>
          })}
        </bdi>
      </p>
    </section>
  )
}

function Details({
  orgId,
  signal,
  listenerName,
}: {
  orgId: string
  signal: Signal
  listenerName: string | null
}): ReactNode {
  const { assignedTo, feedback, urgency, accountKey } = signal
  const people = useUserNames(orgId)
  return (
    <section className="card">
      <h2>Facts</h2>
      <Facts
        items={[
          ['Urgency', urgency === undefined ? 'unknown' : <Status key="urgency" value={urgency} />],
          ['Classification', signal.classification.replaceAll('_', ' ')],
          [
            'Account',
            accountKey === undefined ? (
              'none'
            ) : (
              <Link key="account" to={`/w/${orgId}/accounts/${encodeURIComponent(accountKey)}`}>
                <Stranger text={nameAccount(accountKey)} />
              </Link>
            ),
          ],
          [
            'Assigned to',
            assignedTo === undefined ? (
              'no one'
            ) : (
              <span key="to">
                <Stranger text={nameOfUser(people, assignedTo.userId)} />{' '}
                <span className="quiet">
                  (<Moment at={assignedTo.at} />)
                </span>
              </span>
            ),
          ],
          ['Verdict', feedback === undefined ? 'none' : <Status key="verdict" value={feedback.verdict} />],
          [
            'Listener',
            <Link
              key="listener"
              to={`/w/${orgId}/signals?listenerId=${encodeURIComponent(signal.listenerId)}`}
            >
              <Stranger text={listenerName ?? 'A listener of the sender'} />
            </Link>,
          ],
          ['Signal', <Copyable key="id" text={signal.id} label="the id of the signal" />],
        ]}
      />
    </section>
  )
}

function Others({
  orgId,
  signal: { accountKey },
  others,
}: {
  orgId: string
  signal: Signal
  others: Shown['others']
}): ReactNode {
  if (accountKey === undefined) return null
  return (
    <section className="card">
      <h2>Other signals of the account</h2>
      {others.length === 0 && <p className="quiet">This is the only one.</p>}
      <ul className="lines">
        {others.map(({ signalId, title, relevanceScore }) => (
          <li key={signalId} className="line">
            <Link to={`/w/${orgId}/signals/${encodeURIComponent(signalId)}`}>
              <Stranger text={readTitle(title) || 'A signal without a title'} />
            </Link>
            <span>{relevanceScore}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Deals({ orgId, deals }: { orgId: string; deals: Shown['deals'] }): ReactNode {
  return (
    <section className="card">
      <h2>Deals</h2>
      {deals.length === 0 && <p className="quiet">No deal came from this signal.</p>}
      <ul className="lines">
        {deals.map(({ id, name, stage }) => (
          <li key={id} className="line">
            <Link to={`/w/${orgId}/pipeline/${encodeURIComponent(id)}`}>
              <Stranger text={readTitle(name)} />
            </Link>
            <Status value={stage} />
          </li>
        ))}
      </ul>
    </section>
  )
}
