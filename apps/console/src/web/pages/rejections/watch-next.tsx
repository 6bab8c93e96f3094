import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../parts/form/button.tsx'
import { Requests } from './requests.tsx'

type Props = {
  orgId: string
  source: string | undefined
  nameOf: (sourceId: string) => string
}

const watchedMs = 10 * 60_000

/** Shows for 10 minutes what comes in from now on. */
export function WatchNext({ orgId, source, nameOf }: Props): ReactNode {
  const [since, setSince] = useState<string>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(() => setSince(undefined), watchedMs)
    return () => clearTimeout(timer)
  }, [since])
  if (since === undefined) {
    return (
      <p>
        <Button onClick={() => setSince(new Date().toISOString())}>Watch the next request</Button>
      </p>
    )
  }
  return (
    <section className="card" aria-labelledby="watching" aria-live="polite">
      <header className="section-head">
        <h2 id="watching">Watching for 10 minutes</h2>
        <Button onClick={() => setSince(undefined)}>Stop</Button>
      </header>
      <Requests orgId={orgId} source={source} since={since} nameOf={nameOf} />
    </section>
  )
}
