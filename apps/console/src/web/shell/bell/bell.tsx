import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../parts/controls/icon.tsx'
import { useInboxState } from './use-inbox-state.ts'

/** The server counts no further than this and one. */
const shownAtMost = 99

/** Leads to the inbox, and says how much of it the person has not read. */
export function Bell({ orgId }: { orgId: string }): ReactNode {
  const unread = useInboxState(orgId).data?.unread ?? 0
  const shown = unread > shownAtMost ? `${shownAtMost}+` : String(unread)
  return (
    <Link
      to={`/w/${orgId}/inbox`}
      className="icon-button bell"
      aria-label={unread === 0 ? 'Inbox' : `Inbox, ${shown} unread`}
    >
      <Icon name="alerts" />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {shown}
        </span>
      )}
    </Link>
  )
}
