import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { ScrolledText } from '../../parts/values/scrolled-text.tsx'
import { useMay } from '../../shell/session.tsx'
import { diffLines } from '../../text/bodies/diff-lines.ts'
import { readBase64, viewBody } from '../../text/bodies/view-body.ts'
import { showControls } from '../../text/show-controls.ts'

type Props = { orgId: string; status: string; deliveryId: string; index: number; firstDeliveryId: string }

/** Leads from a duplicate or a conflict to the delivery that was applied, and shows in what a conflict differs. */
export function CompareContents({ orgId, status, deliveryId, index, firstDeliveryId }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const may = useMay('member')
  return (
    <section className="card">
      <header className="section-head">
        <h2>{status === 'conflict' ? 'The other content' : 'The first one'}</h2>
        {may && status === 'conflict' && !isOpen && <Button onClick={() => setOpen(true)}>Compare</Button>}
      </header>
      <p>
        The event was applied from{' '}
        <Link to={`/w/${orgId}/deliveries/${firstDeliveryId}`}>{firstDeliveryId}</Link>.
      </p>
      {isOpen && may && (
        <Difference orgId={orgId} deliveryId={deliveryId} index={index} firstDeliveryId={firstDeliveryId} />
      )}
    </section>
  )
}

const marks = { first: '- ', second: '+ ', both: '  ' }
const titles = { first: 'applied', second: 'this one', both: 'both' }

function Difference({ orgId, deliveryId, index, firstDeliveryId }: Omit<Props, 'status'>): ReactNode {
  const params = { orgId, id: firstDeliveryId }
  const first = useRead('GET /console/api/w/{orgId}/deliveries/{id}', { params })
  const read = 'GET /console/api/w/{orgId}/deliveries/{id}/body'
  const firstBody = useRead(read, { params }, { everyMs: 'never' })
  const body = useRead(read, { params: { orgId, id: deliveryId } }, { everyMs: 'never' })
  return (
    <Answer of={first} what="the applied delivery">
      {(applied) => (
        <Answer of={firstBody} what="the applied content">
          {(appliedBody) => (
            <Answer of={body} what="the content">
              {(ownBody) => (
                <>
                  <p className="quiet">Lines with − were applied; those with + are of this delivery.</p>
                  <ScrolledText label="The difference" look="body">
                    {diffLines(
                      contentOf(appliedBody.bodyBase64, applied.index),
                      contentOf(ownBody.bodyBase64, index),
                    ).map(({ side, text }, line) => (
                      <span key={line} className="diff-line" data-side={side} title={titles[side]}>
                        {`${marks[side]}${showControls(text)}\n`}
                      </span>
                    ))}
                  </ScrolledText>
                </>
              )}
            </Answer>
          )}
        </Answer>
      )}
    </Answer>
  )
}

function contentOf(bodyBase64: string, index: number): string {
  const bytes = readBase64(bodyBase64)
  return eventInBody(bytes, index) ?? viewBody(bytes, 'raw').text
}

/** Returns the event at `index` of a request, indented; undefined for a body that is not JSON or has no such event. */
function eventInBody(bytes: Uint8Array, index: number): string | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const event: unknown = Array.isArray(body) ? body[index] : body
    return event === undefined ? undefined : JSON.stringify(event, null, 2)
  } catch {
    // What is not JSON is compared as it is.
    return undefined
  }
}
