import { type ReactNode, useEffect } from 'react'
import { showControls } from '../../text/show-controls.ts'
import { Stranger } from '../values/stranger.tsx'

type Props = { title: string; children: ReactNode; acts?: ReactNode; lead?: ReactNode }

/** A page with its one heading, often a stranger's, which the tab is named after. */
export function Page({ title, lead, acts, children }: Props): ReactNode {
  useEffect(() => {
    document.title = `${showControls(title)} · Signalpost`
  }, [title])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>
            <Stranger text={title} />
          </h1>
          {lead !== undefined && <div className="lead">{lead}</div>}
        </div>
        {acts !== undefined && <div className="acts">{acts}</div>}
      </header>
      {children}
    </>
  )
}
