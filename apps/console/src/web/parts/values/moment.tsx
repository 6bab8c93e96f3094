import { type ReactNode, useEffect, useState } from 'react'
import { localTime, nextTime, pastTime, relativeTime, universalTime } from '../../text/moments.ts'

const refreshMs = 10_000

type Props = {
  at: string | null
  /** For what ends or expires then. */
  mayBeAhead?: boolean
  /** For what is tried or done then. */
  isNext?: boolean
}

/** When something happened: relative, with the exact time on hover and for readers. */
export function Moment({ at, mayBeAhead = false, isNext = false }: Props): ReactNode {
  const nowMs = useNow()
  if (at === null) return <span className="quiet">never</span>
  const date = new Date(at)
  const timeOf = isNext ? nextTime : mayBeAhead ? relativeTime : pastTime
  return (
    <time dateTime={at} title={`${localTime(date)} (${universalTime(date)})`}>
      {timeOf(date, nowMs)}
    </time>
  )
}

/** In the reader's time zone, with UTC on hover. */
export function ExactMoment({ at }: { at: string }): ReactNode {
  const date = new Date(at)
  return (
    <time dateTime={at} title={universalTime(date)}>
      {localTime(date)}
    </time>
  )
}

/** Relative and exact side by side, for a page about one thing. */
export function FullMoment({ at, ...kind }: Props): ReactNode {
  if (at === null) return <span className="quiet">not yet</span>
  return (
    <span>
      <ExactMoment at={at} />{' '}
      <span className="quiet">
        (<Moment at={at} {...kind} />)
      </span>
    </span>
  )
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
