import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer as AnswerOf } from '../../../api/call.ts'
import { useSchemeTitle } from '../../../api/use-scheme-title.ts'
import { Segments } from '../../../parts/controls/segments.tsx'
import { CodeBlock } from '../../../parts/guide/code-block.tsx'
import { Copyable } from '../../../parts/values/copyable.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { firstEventCommand, type Language, languages } from './first-event.ts'
import { SendFirstEvent } from './send-first-event.tsx'

type Source = AnswerOf<'GET /console/api/w/{orgId}/sources/{id}'>

const choices = languages.map((value) => ({ value, title: value }))

type SendingProps = {
  orgId: string
  source: Pick<Source, 'sourceId' | 'intakeUrl' | 'name' | 'scheme'>
  /** Undefined where it is not at hand. */
  secret: string | undefined
}

/** A first event at the press of a button, then the address, and code for a terminal. */
export function Sending({ orgId, source, secret }: SendingProps): ReactNode {
  const { sourceId, intakeUrl } = source
  return (
    <div className="stack">
      <SendFirstEvent orgId={orgId} sourceId={sourceId} intakeUrl={intakeUrl} />
      <div>
        <p className="label">Address</p>
        <Copyable text={intakeUrl} label="the address" />
      </div>
      <SendingCode orgId={orgId} source={source} secret={secret} />
    </div>
  )
}

/** Code that signs one event and sends it. */
export function SendingCode({ orgId, source, secret }: SendingProps): ReactNode {
  const schemeTitle = useSchemeTitle()
  const { sourceId, intakeUrl, name, scheme } = source
  // Where the secret is not at hand, the command line of Signalpost knows it.
  const [chosen, setChosen] = useState<Language>()
  const [{ mark, at }] = useState(() => ({ mark: Date.now().toString(36), at: new Date().toISOString() }))
  // A console that was started without the port of its intake does not know the address.
  const isReachable = intakeUrl.startsWith('http')
  const isOurs = scheme === 'service-v1' && isReachable
  const usual = secret === undefined ? 'Signalpost' : 'curl'
  const language = isOurs ? (chosen ?? usual) : 'Signalpost'
  const event = { orgId, sourceId, intakeUrl, mark, at, secret: secret ?? 'YOUR_SECRET' }
  const text = firstEventCommand(language, event)
  return (
    <div className="stack">
      {isOurs ? (
        <>
          <p>
            Or paste this into a terminal. It signs one event and sends it.
            {secret !== undefined && ' The intake knows the new source within 5 seconds.'}
          </p>
          <Segments label="Language" value={language} choices={choices} onChange={setChosen} />
        </>
      ) : !isReachable ? (
        <p>
          This console does not know where the intake listens. Set <code>SIGNALPOST_INTAKE_URL</code> to its
          address.
        </p>
      ) : (
        <p>
          <Stranger text={name} /> signs as {schemeTitle(scheme)} does. Let it send something now, or send as
          it would:
        </p>
      )}
      <CodeBlock text={text} label="the command" />
      {language === 'Signalpost' ? (
        <p className="quiet">On the machine of Signalpost, its command line signs with the newest secret.</p>
      ) : (
        secret === undefined && (
          <p className="quiet">
            Put the secret of <Stranger text={name} /> into the second line. It was shown when the source was
            created; <code>npm start</code> prints that of the demo. If it is lost,{' '}
            <Link to={`/w/${orgId}/sources/${sourceId}`}>rotate it</Link> or create another source.
          </p>
        )
      )}
    </div>
  )
}
