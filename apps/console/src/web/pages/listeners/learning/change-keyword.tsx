import type { ReactNode } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { format } from '../../../parts/data/sum-bar.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Refusal } from '../../../parts/form/refusal.tsx'
import { CommandLine } from '../../../parts/page/command-line.tsx'
import { Stranger } from '../../../parts/values/stranger.tsx'
import { editCommand } from '../draft/listener-command.ts'
import { bodyOf, draftOf } from '../draft/listener-draft.ts'
import { type WordAct, withoutWord } from '../draft/without-word.ts'
import type { KeywordVerdicts, Listener } from '../listener-type.ts'

type Props = { orgId: string; listener: Listener; verdicts: KeywordVerdicts; onDone: () => void }

const acts: readonly { act: WordAct; label: string; effect: string }[] = [
  {
    ...{ act: 'drop', label: 'Drop the keyword' },
    effect: 'Posts with no other keyword of the plan are no longer found.',
  },
  {
    ...{ act: 'exclude', label: 'Exclude the word' },
    effect:
      'It is no keyword any more. Posts with it in the title are dropped, and in the text it takes points.',
  },
]

/** Says what the plan would lose without a keyword, and takes it out. */
export function ChangeKeyword({ orgId, listener, verdicts, onDone }: Props): ReactNode {
  const edit = useWrite('PATCH /console/api/w/{orgId}/listeners/{id}')
  const { keyword, good, bad, alone } = verdicts
  const naming = listener.queries.filter(({ query }) => query.toLowerCase().includes(keyword.toLowerCase()))
  return (
    <div className="stack">
      <p>
        {format(good + bad)} signals with a verdict name <Stranger text={keyword} />: {format(good)} good,{' '}
        {format(bad)} bad. {format(alone)} of them name no other keyword.
      </p>
      {listener.keywords.includes(keyword) ? (
        <>
          <p>What you choose holds from the next run on. Signals that are stored stay.</p>
          {naming.length > 0 && (
            <p className="quiet">
              {format(naming.length)} of its {format(listener.queries.length)} queries ask for it, and stay as
              they are. Edit the listener to change them.
            </p>
          )}
          {acts.map(({ act, label, effect }) => {
            const body = bodyOf(draftOf({ ...listener, ...withoutWord(listener, act, keyword) }))
            return (
              <section key={act} className="stack">
                <p>{effect}</p>
                <p className="links">
                  <Button
                    disabled={edit.isPending}
                    onClick={() =>
                      edit.mutate(
                        { params: { orgId, id: listener.id }, body: { plan: body.plan } },
                        { onSuccess: onDone },
                      )
                    }
                  >
                    {label}
                  </Button>
                </p>
                <CommandLine text={editCommand(listener.id, body)} />
              </section>
            )
          })}
        </>
      ) : (
        <p>It is no longer in the plan.</p>
      )}
      <Refusal error={edit.error} what="The listener was not changed." />
    </div>
  )
}
