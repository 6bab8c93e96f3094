import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../../parts/controls/icon.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { inReadersZone } from '../../text/moments.ts'
import { showControls } from '../../text/show-controls.ts'
import { areNotificationsOn, isSoundOn } from '../settings.ts'
import { playSound } from './play-sound.ts'
import { type InboxState, useInboxState } from './use-inbox-state.ts'

type Entry = NonNullable<InboxState['latest']>

const shownMs = 10_000

/** Says what arrives in the inbox while the page is open: in a corner, and as the person chose, by sound and by the browser. */
export function Arrivals({ orgId }: { orgId: string }): ReactNode {
  const { data } = useInboxState(orgId, { inBackground: areNotificationsOn() })
  const navigate = useNavigate()
  const known = useRef<string>(undefined)
  const [shown, setShown] = useState<Entry>()
  const path = `/w/${orgId}/inbox`

  useEffect(() => {
    if (data === undefined) return
    const { latest } = data
    const isFirst = known.current === undefined
    const arrival = latest === null ? '' : `${latest.at} ${latest.messageId}`
    const isNew = latest !== null && arrival > (known.current ?? '') && latest.readAt === null
    if (isFirst || isNew) known.current = arrival
    if (isFirst || !isNew) return
    setShown(latest)
    if (isSoundOn()) playSound()
    if (areNotificationsOn()) notify(latest, () => void navigate({ to: path }))
  }, [data, navigate, path])

  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown])

  return (
    <div role="status" className="arrivals">
      {shown !== undefined && (
        <div className="arrival">
          <Link to={path} onClick={() => setShown(undefined)}>
            <span className="arrival-title">
              <Stranger text={titleOf(shown)} />
            </span>
            <span className="quiet">
              <Stranger text={factsOf(shown)} />
            </span>
          </Link>
          <button type="button" className="icon-button" aria-label="Hide" onClick={() => setShown(undefined)}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  )
}

/** A single signal is named by its title. */
function titleOf({ kind, heading, items: [item, ...others] }: Entry): string {
  return kind === 'alert' && item !== undefined && others.length === 0 ? item.title : heading
}

function factsOf(entry: Entry): string {
  const { heading, origin, items, text } = entry
  if (heading !== titleOf(entry)) return heading
  return (items.length === 1 ? items[0]?.title : undefined) ?? origin ?? inReadersZone(text ?? '')
}

/** Several tabs show one notification, since they give it one tag. */
function notify(entry: Entry, open: () => void): void {
  try {
    const notification = new Notification(showControls(titleOf(entry)), {
      ...{ body: showControls(factsOf(entry)), tag: entry.messageId },
    })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      open()
    })
  } catch {
    // Browsers of phones show none for a page; the toast and the bell remain.
  }
}
