import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/form/button.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { OwnName } from '../../shell/own-name.tsx'
import { takePlace } from '../../shell/return-path.ts'

/**
 * Says whom a link logs in, and whom that replaces. Only the button uses the link: a link that someone else sent, or a
 * program that opens links, changes nothing.
 */
export function LoginLink({ token, otherwise }: { token: string; otherwise: ReactNode }): ReactNode {
  const inspect = useWrite('POST /console/api/login/inspect')
  const logIn = useWrite('POST /console/api/login')
  const navigate = useNavigate()
  const wasTried = useRef(false)
  const look = (): void => inspect.mutate({ body: { token } })
  const [isAsking, setAsking] = useState(false)
  const leave = async (): Promise<void> => {
    await navigate({ href: takePlace(), replace: true })
  }
  const enter = async (): Promise<void> => {
    const { asksName } = await logIn.mutateAsync({ body: { token } })
    if (asksName) setAsking(true)
    else await leave()
  }
  useEffect(() => {
    if (wasTried.current) return
    wasTried.current = true
    look()
  })
  const error = logIn.error ?? inspect.error
  // The refusal is shown below.
  const press = (): void => void enter().catch(() => undefined)
  if (isAsking) {
    return (
      <>
        <p>What is your name? Your colleagues see it on the leads that you take or assign.</p>
        <OwnName name={null} onSaved={() => void leave()} />
      </>
    )
  }
  return (
    <>
      {inspect.data === undefined && error === null && <p role="status">Looking at the link…</p>}
      {error !== null && <Refusal error={error} onRetry={logIn.error === null ? look : press} />}
      {inspect.data !== undefined && logIn.error === null && (
        <Question inspected={inspect.data} isPending={logIn.isPending || logIn.isSuccess} onPress={press} />
      )}
      {error !== null && otherwise}
    </>
  )
}

type QuestionProps = {
  inspected: Answer<'POST /console/api/login/inspect'>
  isPending: boolean
  onPress: () => void
}

function Question({
  inspected: { way, name, orgId, replaces },
  isPending,
  onPress,
}: QuestionProps): ReactNode {
  return (
    <div className="stack">
      <p>
        {way === 'link' ? 'This link logs you in as ' : 'This invitation is for '}
        <strong>
          <Stranger text={name} />
        </strong>
        {orgId !== null && (
          <>
            {', into the workspace '}
            <strong>
              <Stranger text={orgId} />
            </strong>
          </>
        )}
        . It works once.
      </p>
      {replaces !== null && (
        <p className="banner">
          You are logged in as <Stranger text={replaces} />. Logging in ends that session.
        </p>
      )}
      <Button look="primary" disabled={isPending} onClick={onPress}>
        {replaces === null ? 'Log in to Signalpost' : 'Log in as this person instead'}
      </Button>
      <p className="quiet">If this is not you, close the page. The link stays unused.</p>
    </div>
  )
}

function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }): ReactNode {
  const isPassing = error instanceof ApiError && error.isPassing
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{isPassing ? 'Not logged in yet.' : 'This link did not log you in.'}</strong> {error.message}
      </p>
      {isPassing && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}
