import { type ReactNode, useEffect } from 'react'

type Props = { title: string; children: ReactNode; acts?: ReactNode; lead?: ReactNode }

/** A page with its one heading, which the tab is named after. */
export function Page({ title, lead, acts, children }: Props): ReactNode {
  useEffect(() => {
    document.title = `${title} · Signalpost`
  }, [title])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <div className="lead">{lead}</div>}
        </div>
        {acts !== undefined && <div className="acts">{acts}</div>}
      </header>
      {children}
    </>
  )
}
