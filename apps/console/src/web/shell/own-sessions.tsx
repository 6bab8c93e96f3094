import type { ReactNode } from 'react'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { Logins } from '../parts/data/logins.tsx'
import { Button } from '../parts/form/button.tsx'
import { Refusal } from '../parts/form/refusal.tsx'
import { Answer } from '../parts/page/answer.tsx'

/** Where the person is logged in, and what ends each of their other sessions. */
export function OwnSessions(): ReactNode {
  const sessions = useRead('GET /console/api/sessions', {})
  const end = useWrite('DELETE /console/api/sessions/{id}')
  const endOthers = useWrite('DELETE /console/api/sessions')
  const error = end.error ?? endOthers.error
  return (
    <section className="stack">
      <h3 className="label">Your sessions</h3>
      <Refusal error={error} what="The session was not ended." />
      <Answer of={sessions} what="your sessions">
        {({ items }) => (
          <>
            <Logins
              items={items}
              actOf={({ sessionId, isThisOne }) =>
                !isThisOne && (
                  <Button
                    look="danger"
                    disabled={end.isPending}
                    onClick={() => end.mutate({ params: { id: sessionId } })}
                  >
                    End
                  </Button>
                )
              }
            />
            {items.length > 1 && (
              <Button look="danger" disabled={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                End all other sessions
              </Button>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}
