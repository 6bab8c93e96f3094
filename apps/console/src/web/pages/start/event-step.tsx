import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstSteps } from '../../api/use-first-steps.ts'
import { useRead } from '../../api/use-read.ts'
import { Answer } from '../../parts/page/answer.tsx'
import { Sending } from '../sources/sending/sending.tsx'

type Created = { sourceId: string; secret: string }
type Props = {
  orgId: string
  step: FirstSteps['steps'][number]
  sourceId: string | undefined
  /** The source that was created on this page, whose secret is known here. */
  created: Created | undefined
}

/** A command that sends a signed event, and what came of it. */
export function EventStep({
  orgId,
  step: { doneAt, recordId, trouble },
  sourceId,
  created,
}: Props): ReactNode {
  const source = useRead(
    'GET /console/api/w/{orgId}/sources/{id}',
    { params: { orgId, id: sourceId ?? '' } },
    { enabled: sourceId !== undefined },
  )
  if (sourceId === undefined) return <p className="quiet">Create a source first. This needs its address.</p>
  return (
    <>
      <Answer of={source} what="the source">
        {(data) => (
          <Sending
            orgId={orgId}
            source={data}
            secret={created?.sourceId === sourceId ? created.secret : undefined}
          />
        )}
      </Answer>
      {doneAt === null
        ? trouble === null && (
            <p className="quiet">Waiting for the first event. It shows here within a second.</p>
          )
        : recordId !== null && (
            <p>
              It arrived: <Link to={`/w/${orgId}/deliveries/${recordId}`}>the first delivery</Link>.
            </p>
          )}
    </>
  )
}
