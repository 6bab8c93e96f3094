import type { ReactNode } from 'react'
import type { Blindness } from '../live/use-live.ts'

/** Says since when the page gets no answers, so that old numbers are not taken for new ones. */
export function LiveBanner({ blindness }: { blindness: Blindness }): ReactNode {
  if (blindness === undefined) return <div role="status" />
  const at = new Date(blindness.since).toLocaleTimeString('en-GB')
  return (
    <div role="status" className="banner">
      <strong>
        Could not reach the {blindness.why === 'store' ? 'database' : 'server'} since {at}.
      </strong>{' '}
      Data may be out of date. Retrying…
    </div>
  )
}
