import { nameCondition } from '@signalpost/domain/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer as AnswerOf } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { Table } from '../../parts/data/table.tsx'
import { Answer } from '../../parts/page/answer.tsx'
import { Status } from '../../parts/values/status.tsx'
import { Stranger } from '../../parts/values/stranger.tsx'
import { readTitle } from '../../text/read-title.ts'

type Explained = AnswerOf<'GET /console/api/w/{orgId}/signals/{id}/rules'>
type RuleAnswer = Explained['answers'][number]

/** What each rule of today says about a signal. */
export function WhyNot({ orgId, signalId }: { orgId: string; signalId: string }): ReactNode {
  const explained = useRead(
    'GET /console/api/w/{orgId}/signals/{id}/rules',
    { params: { orgId, id: signalId } },
    { topics: ['signals', 'audit'], keep: true },
  )
  return (
    <section className="card" aria-label="What each rule says">
      <Answer of={explained} what="what the rules say about this signal">
        {({ title, answers }) => (
          <>
            <h2>
              What each rule says about <Stranger text={readTitle(title)} />
            </h2>
            <p className="quiet">
              Based on today's rules and the signal as it is now. Rules look at a signal when it is first
              stored, and again within 24 h if its text changes. Rules and channels that are created later do
              not alert on past signals.
            </p>
            <Table
              caption="Rules in the order of evaluation, with their answers"
              rows={answers}
              keyOf={({ ruleId }) => ruleId}
              linkOf={({ ruleId }) => `/w/${orgId}/rules/${ruleId}`}
              columns={[
                {
                  title: 'Rule',
                  isWide: true,
                  wraps: true,
                  cell: ({ name, position }) => <Stranger text={`${position}. ${name}`} />,
                },
                { title: 'Answer', cell: ({ answer }) => <Status value={words[answer]} /> },
                {
                  title: 'Because',
                  wraps: true,
                  cell: (answer) => <Because answer={answer} answers={answers} />,
                },
              ]}
            />
            <p className="links">
              <Link to={`/w/${orgId}/signals/${signalId}`}>The signal</Link>
              <Link to={`/w/${orgId}/signals/${signalId}/timeline`}>Its timeline</Link>
            </p>
          </>
        )}
      </Answer>
    </section>
  )
}

const words: Record<RuleAnswer['answer'], string> = {
  matches: 'matches',
  not_reached: 'not reached',
  unmet: 'no match',
  disabled: 'disabled',
}

function Because({
  answer: { answer, unmet, endedBy },
  answers,
}: {
  answer: RuleAnswer
  answers: readonly RuleAnswer[]
}): ReactNode {
  if (answer === 'matches') return 'all conditions hold'
  if (answer === 'not_reached') {
    const name = answers.find(({ ruleId }) => ruleId === endedBy)?.name ?? 'an earlier rule'
    return (
      <>
        <Stranger text={name} /> ended the search
      </>
    )
  }
  if (unmet.length === 0) return 'all conditions hold, but it is disabled'
  return `not met: ${unmet.map(nameCondition).join(', ')}`
}
