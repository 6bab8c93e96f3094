import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Segments } from '../../parts/controls/segments.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { ScrolledText } from '../../parts/values/scrolled-text.tsx'
import { useMay } from '../../shell/session.tsx'
import { readBase64, type View, viewBody, views } from '../../text/bodies/view-body.ts'
import { showControls } from '../../text/show-controls.ts'

/** The bytes of the request, on demand and for those who may see them. */
export function RawBody({ orgId, deliveryId }: { orgId: string; deliveryId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const may = useMay('member')
  const [view, setView] = useState<View>('json')
  const body = useRead(
    'GET /console/api/w/{orgId}/deliveries/{id}/body',
    { params: { orgId, id: deliveryId } },
    { enabled: isOpen && may, everyMs: 'never' },
  )
  return (
    <section className="card">
      <header className="section-head">
        <h2>Request</h2>
        {isOpen && <Segments label="View" value={view} choices={views} onChange={setView} />}
      </header>
      {!may && <p className="quiet">Members and admins see the bytes.</p>}
      {may && !isOpen && <Button onClick={() => setOpen(true)}>Show the bytes</Button>}
      {isOpen && (
        <Answer of={body} what="the bytes">
          {({ bytes, bodyBase64 }) => {
            const { text, isCut } = viewBody(readBase64(bodyBase64), view)
            return (
              <>
                <p className="quiet">
                  {format(bytes)} bytes{isCut ? '; the beginning is shown' : ''}
                </p>
                <ScrolledText label="The bytes" look="body">
                  {showControls(text)}
                </ScrolledText>
              </>
            )
          }}
        </Answer>
      )}
    </section>
  )
}
