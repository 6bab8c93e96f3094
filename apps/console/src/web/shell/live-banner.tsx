import type { ReactNode } from 'react'
import type { Blindness } from '../live/use-live.ts'

/** Says since when the page cannot see, so that old numbers are not taken for new ones. */
export function LiveBanner({ blindness }: { blindness: Blindness }): ReactNode {
  if (blindness === undefined) return <div role="status" />
  const at = new Date(blindness.since).toLocaleTimeString('en-GB')
  return (
    <div role="status" className="banner">
      <strong>
        Cannot see {blindness.why === 'store' ? 'the store' : 'the console'} since {at}.
      </strong>{' '}
      What you see may be old. Trying again.
    </div>
  )
}
