import { type FormEvent, type ReactNode, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { SingleSignOn } from './login-sso.tsx'

/** The ways to log in that are open. */
export function Ways(): ReactNode {
  const offers = useRead('GET /console/api/ways-in', {}, { everyMs: 'never' })
  return (
    <Answer of={offers} what="the ways to log in">
      {({ link, mail, oidc }) => (
        <div className="stack ways">
          {oidc && <SingleSignOn />}
          {mail && <MailLink />}
          {link && (
            <>
              <p>
                Open the link that <code>npm start</code> printed, or print another where Signalpost runs. A
                link works once, for 10 minutes.
              </p>
              <CommandLine text="./signalpost login" />
            </>
          )}
        </div>
      )}
    </Answer>
  )
}

function MailLink(): ReactNode {
  const [email, setEmail] = useState('')
  const request = useWrite('POST /console/api/login/mail')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    request.mutate({ body: { email } })
  }
  if (request.isSuccess)
    return <p role="status">If this address belongs to someone here, we have mailed a link to it.</p>
  return (
    <form onSubmit={submit} className="stack">
      <TextField label="Mail address" type="email" value={email} onChange={setEmail} required />
      {request.error !== null && (
        <p role="alert" className="error-text">
          {request.error.message}
        </p>
      )}
      <Button type="submit" look="primary" disabled={request.isPending}>
        Send me a link
      </Button>
    </form>
  )
}
