import { hasCome, nameAccount, namePlatform } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '../../../parts/values/moment.tsx'
import { Status } from '../../../parts/values/status.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { cut } from '../../../text/cut.ts'
import type { Signal } from '../use-change-signal.ts'
import { titleOf } from './toasts.tsx'

type Props = {
  orgId: string
  signal: Signal
  isOpen: boolean
  /** Who has it. Undefined for no one. */
  assignee: string | undefined
  /** Undefined for those who may not change signals. */
  pick: { isPicked: boolean; change: (isPicked: boolean) => void } | undefined
}

export function InboxRow({ orgId, signal, isOpen, assignee, pick }: Props): ReactNode {
  const { id, relevanceScore, source, accountKey, postedAt, urgency, feedback, readAt } = signal
  const isUnread = !hasCome(readAt, Date.now())
  const title = titleOf(signal)
  return (
    <li className="lead-row" data-open={isOpen}>
      {pick !== undefined && (
        <input
          type="checkbox"
          className="pick"
          aria-label={`Choose ${title}`}
          checked={pick.isPicked}
          onChange={(event) => pick.change(event.currentTarget.checked)}
        />
      )}
      <span className="lead-score">
        <span className="visually-hidden">Score </span>
        {relevanceScore}
      </span>
      <div className="lead-text">
        <Link
          className={isUnread ? 'row-link lead-title unread' : 'row-link lead-title'}
          data-row
          to={`/w/${orgId}/signals/${encodeURIComponent(id)}`}
          search={true}
          {...(isOpen && { 'aria-current': 'true' })}
        >
          {isUnread && <span className="visually-hidden">Unread: </span>}
          <Stranger text={title} />
        </Link>
        <span className="quiet lead-origin">
          {namePlatform(source)}
          {accountKey !== undefined && (
            <>
              {' · '}
              <Stranger text={cut(nameAccount(accountKey))} />
            </>
          )}
        </span>
        <span className="lead-facts">
          <Moment at={postedAt} />
          {urgency !== undefined && <Status value={urgency} />}
          {feedback !== undefined && <Status value={feedback.verdict} />}
          {assignee !== undefined && <Stranger text={cut(assignee)} />}
        </span>
      </div>
    </li>
  )
}
