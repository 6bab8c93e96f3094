import { type ReactNode, use } from 'react'
import type { CallInput } from '../../api/call.ts'
import { usePreview } from '../../api/use-preview.ts'
import { FaultList } from '../../parts/form/fault-list.tsx'
import { FormContext } from '../../parts/form/faults.ts'
import { MessageShown } from '../../parts/message/message-shown.tsx'
import { Answer } from '../../parts/page/answer.tsx'

const operation = 'POST /console/api/w/{orgId}/channel-previews'
type Input = NonNullable<CallInput<typeof operation>['body']>

/** An alert as the channel of the form would send it. It follows the form, a moment after the last key. */
export function ChannelPreview({ orgId, input }: { orgId: string; input: Input }): ReactNode {
  const said = use(FormContext)?.faults.map(({ message }) => message) ?? []
  const preview = usePreview(operation, { params: { orgId }, body: input }, { hasSecrets: true })
  return (
    <section className="card stack preview-beside" aria-label="The message as it will look">
      <h2>How an alert will look</h2>
      <Answer of={preview} what="the preview">
        {({ answer: { isExample, issues, ...message } }) => (
          <div className="stack wide" aria-live="polite">
            <p className="quiet">
              {isExample
                ? 'With an example, until the first signal arrives. Nothing is sent.'
                : 'With your best signal of the last 30 days. Nothing is sent.'}
            </p>
            {/* After a refusal, the fields say it themselves. */}
            <div className="error-text">
              <FaultList faults={issues.filter(({ message: text }) => !said.includes(text))} />
            </div>
            <MessageShown message={message} />
            {message.text === null && message.request === null && issues.length === 0 && (
              <p className="quiet">It appears here once the form has all that it needs.</p>
            )}
          </div>
        )}
      </Answer>
    </section>
  )
}
