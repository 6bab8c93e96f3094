import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/form/button.tsx'
import { Refusal } from '../../parts/form/refusal.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { useMay, useSession } from '../../shell/session.tsx'
import { readTitle } from '../../text/read-title.ts'
import { useChangeSignal } from '../signals/use-change-signal.ts'

/** The most urgent leads that no one took, and a way to take each. */
export function Leads({ orgId }: { orgId: string }): ReactNode {
  const { personId } = useSession().person
  const mayTake = useMay('member')
  const change = useChangeSignal(orgId, personId)
  const [refusal, setRefusal] = useState<Error | null>(null)
  const leads = useRead(
    'GET /console/api/w/{orgId}/signals',
    { params: { orgId }, query: { view: 'attention', limit: '5' } },
    { topics: ['signals'] },
  )
  const take = async (id: string): Promise<void> => {
    setRefusal(null)
    const refused = await change({ ids: [id], body: { assignedTo: personId } })
    setRefusal(refused.get(id) ?? null)
  }
  return (
    <section className="card" aria-labelledby="leads">
      <header className="section-head">
        <h2 id="leads">Needs attention</h2>
        <Link to={`/w/${orgId}/signals`} search={{ view: 'attention' } as never}>
          See all
        </Link>
      </header>
      <Refusal error={refusal} what="The lead was not assigned to you." />
      <Answer of={leads} what="the leads">
        {({ items }) =>
          items.length === 0 ? (
            <p className="quiet">No urgent lead is waiting.</p>
          ) : (
            <ul className="lines">
              {items.map(({ id, title, postedAt, urgency, assignedTo }) => (
                <li key={id} className="waiting-lead">
                  <Link to={`/w/${orgId}/signals/${encodeURIComponent(id)}`}>
                    <Stranger text={readTitle(title) || 'A signal without a title'} />
                  </Link>
                  <span className="quiet">
                    <Moment at={postedAt} /> {urgency !== undefined && <Status value={urgency} />}
                  </span>
                  {mayTake && (
                    <Button
                      aria-label={`Assign to me: ${readTitle(title)}`}
                      disabled={assignedTo !== undefined}
                      onClick={() => void take(id)}
                    >
                      Assign to me
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  )
}
