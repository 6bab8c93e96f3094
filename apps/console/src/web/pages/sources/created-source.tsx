import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { TextField } from '../../parts/controls/field.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { Guide } from '../../parts/guide/guide.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Copyable } from '../../parts/values/copyable.tsx'
import { SecretOnce } from '../../parts/values/secret-once.tsx'
import { command } from '../../text/command.ts'
import { Requests } from '../rejections/requests.tsx'
import { SendFirstEvent } from './sending/send-first-event.tsx'
import { SendingCode } from './sending/sending.tsx'

type Props = {
  orgId: string
  source: Answer<'POST /console/api/w/{orgId}/sources'>
  steps: readonly string[]
  /** The sender's own secret is not known yet. */
  lacksSecret: boolean
  /** With code and the requests that come, which the first steps show by themselves. */
  isWhole: boolean
}

/** What the sender needs of a new source, and whether its requests arrive. */
export function CreatedSource({ orgId, source, steps, lacksSecret, isWhole }: Props): ReactNode {
  const { sourceId, intakeUrl, scheme, secret, name, createdAt } = source
  const isOurs = scheme === 'service-v1'
  return (
    <div className="stack">
      {lacksSecret ? (
        <>
          <div>
            <p className="label">Address</p>
            <Copyable text={intakeUrl} label="the address" />
          </div>
          <Guide steps={steps} />
          <PasteSecret orgId={orgId} sourceId={sourceId} />
        </>
      ) : (
        <>
          <SecretOnce secret={secret} intakeUrl={intakeUrl} />
          {!isOurs && <Guide steps={steps} />}
        </>
      )}
      {isWhole && (
        <>
          {!lacksSecret && <SendFirstEvent orgId={orgId} sourceId={sourceId} intakeUrl={intakeUrl} />}
          <section aria-labelledby="arriving" aria-live="polite" className="stack">
            <h2 id="arriving">What arrives</h2>
            <Requests orgId={orgId} source={sourceId} since={createdAt} nameOf={() => name} />
          </section>
          {isOurs && <SendingCode orgId={orgId} source={source} secret={secret} />}
          <Link className="button" to={`/w/${orgId}/sources/${sourceId}`}>
            Open the source
          </Link>
        </>
      )}
    </div>
  )
}

/** Takes the secret that the sender shows once it has the address. */
function PasteSecret({ orgId, sourceId }: { orgId: string; sourceId: string }): ReactNode {
  const rotate = useWrite('POST /console/api/w/{orgId}/sources/{id}/rotate')
  const [secret, setSecret] = useState('')
  if (rotate.data !== undefined)
    return <p>The secret is saved. Requests signed with it are accepted within 5 seconds.</p>
  return (
    <Form
      write={rotate}
      onSubmit={() =>
        rotate.mutate({ params: { orgId, id: sourceId }, body: { overlapSeconds: 0, secret: secret.trim() } })
      }
    >
      <TextField
        label="Secret of the sender"
        path="secret"
        type="password"
        hint="Until it is saved, every request is refused."
        value={secret}
        onChange={setSecret}
        required
      />
      <Submit write={rotate} refused="The secret was not saved.">
        Save the secret
      </Submit>
      <CommandLine text={command(['source', 'rotate', sourceId], { overlap: '0s', 'secret-file': 'FILE' })} />
    </Form>
  )
}
