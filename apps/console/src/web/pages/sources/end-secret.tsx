import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { SelectField } from '../../parts/controls/field.tsx'
import { Modal } from '../../parts/controls/modal.tsx'
import { MomentField } from '../../parts/controls/moment-field.tsx'
import { format } from '../../parts/data/sum-bar.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Submit } from '../../parts/form/submit.tsx'
import { CommandLine } from '../../parts/page/command-line.tsx'
import { Sentence } from '../../parts/values/stranger.tsx'
import { command } from '../../text/command.ts'
import { momentOf } from '../../text/since.ts'

type Secret = Answer<'GET /console/api/w/{orgId}/sources/{id}/secrets'>['items'][number]
type Props = { orgId: string; sourceId: string; secret: Secret; onClose: () => void }

const choices = [
  { value: 'now', title: 'now' },
  { value: '3600000', title: 'in 1 hour' },
  { value: '86400000', title: 'in 24 hours' },
  { value: '604800000', title: 'in 7 days' },
  { value: 'at', title: 'at a moment' },
]

/** Ends a secret, or moves its end, and says what would have been refused without it. */
export function EndSecret({ orgId, sourceId, secret, onClose }: Props): ReactNode {
  const { secretId, uses, words, verdict } = secret
  const end = useWrite('POST /console/api/w/{orgId}/sources/{id}/secrets/{secretId}/end')
  const [when, setWhen] = useState('now')
  const [moment, setMoment] = useState('')
  const at = when === 'now' ? undefined : when === 'at' ? momentOf(moment, Date.now()) : later(Number(when))
  const isKnown = when !== 'at' || at !== undefined

  const submit = (): void => {
    if (!isKnown) return
    const params = { orgId, id: sourceId, secretId }
    end.mutate({ params, body: at === undefined ? {} : { at } }, { onSuccess: onClose })
  }
  return (
    <Modal title={`End secret ${secretId}`} isOpen onClose={onClose}>
      <Form write={end} onSubmit={submit}>
        <p>
          From then on, requests signed with it are refused within 5 seconds.{' '}
          <strong>
            {uses['24h'] === 0
              ? 'No request of the last 24 hours would have been refused.'
              : `${format(uses['24h'])} ${uses['24h'] === 1 ? 'request' : 'requests'} of the last 24 hours would have been refused.`}
          </strong>
        </p>
        {verdict !== 'safe_to_revoke' && (
          <p className="quiet">
            <Sentence text={words} />
          </p>
        )}
        <SelectField
          label="It ends"
          path={when === 'at' ? undefined : 'at'}
          value={when}
          onChange={setWhen}
          choices={choices}
        />
        {when === 'at' && (
          <MomentField label="Moment" path="at" value={moment} onChange={setMoment} required />
        )}
        <Submit write={end} refused="The end of the secret was not set." look="danger" disabled={!isKnown}>
          {when === 'now' ? 'End it now' : 'Set its end'}
        </Submit>
        <CommandLine text={command(['source', 'end-secret', sourceId, secretId], { at })} />
      </Form>
    </Modal>
  )
}

/** To the minute, so that the command shown is the one that runs. */
function later(ms: number): string {
  return new Date(Math.ceil((Date.now() + ms) / 60_000) * 60_000).toISOString()
}
