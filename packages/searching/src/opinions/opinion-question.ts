import type { FoundItem } from '@signalpost/domain'
import {
  type JudgedListener,
  type Judgement,
  type Opinion,
  opinionLimits,
  opinionTexts,
} from '@signalpost/judge'
import { closedObject, isHarmless, type Question } from '@signalpost/language-model'
import { z } from 'zod'

type Passed = Extract<Judgement, { passed: true }>
type Asked = { item: FoundItem; listener: JudgedListener; judgement: Passed }

const mostLetters = 6_000
const mostEvidence = 300
const quotationMarks = /["“”„«»\n]/

const instructions = `You judge a public post for a salesperson. You get what the salesperson looks for (the plan), the post, and how
rules judged it. Return, in the given JSON schema: the label that fits the post best; whole points to add or take away,
purchaseIntent from -6 to 6, fit from -4 to 4, urgency from -3 to 3, and 0 where the rules are right; as evidence one phrase
of the post, copied letter by letter; and in one plain sentence each the need, the situation, the opportunity and the angle
of a first message, or an empty text where the post does not show it.`

/** What to ask about a post that the rules judged. */
export function opinionQuestion({
  item,
  listener,
  judgement,
}: Asked): Pick<Question, 'instructions' | 'data' | 'name' | 'schema'> {
  const { mode, objective, keywords, exclusions, profile } = listener
  const { platform, title, text, publishedAt, rating } = item
  const { classification, scoreBreakdown } = judgement.members
  const points = Object.keys(opinionLimits).map((name) => [name, { type: 'integer' }])
  const texts = opinionTexts.map((name) => [name, { type: 'string' }])
  return {
    instructions,
    name: 'opinion',
    data: {
      plan: { mode, objective, keywords, exclusions, profile },
      post: { platform, title, text: text.slice(0, mostLetters).toWellFormed(), publishedAt, rating },
      rules: { classification, scoreBreakdown },
    },
    schema: closedObject({
      classification: { type: 'string', enum: judgement.labels },
      points: closedObject(Object.fromEntries(points)),
      evidence: { type: 'string' },
      ...Object.fromEntries(texts),
    }),
  }
}

const answerSchema = z.object({
  classification: z.string(),
  points: z.record(z.string(), z.number()),
  evidence: z.string(),
  inferredNeed: z.string().optional(),
  situation: z.string().optional(),
  opportunity: z.string().optional(),
  suggestedAngle: z.string().optional(),
})

/**
 * Returns the opinion in an answer of a model; undefined where its evidence is not in the post or its label cannot be.
 * A text that is not plain is left out: it may be an injected instruction.
 */
export function readOpinion(
  answer: unknown,
  { item, judgement }: Omit<Asked, 'listener'>,
): Opinion | undefined {
  const { data } = answerSchema.safeParse(answer)
  const classification = judgement.labels.find((label) => label === data?.classification)
  const evidence = data?.evidence.trim() ?? ''
  if (data === undefined || classification === undefined || !isEvidence(evidence, item)) return undefined
  const pointsOf = (name: keyof typeof opinionLimits): number => Math.trunc(data.points[name] ?? 0)
  return {
    classification,
    points: {
      purchaseIntent: pointsOf('purchaseIntent'),
      fit: pointsOf('fit'),
      urgency: pointsOf('urgency'),
    },
    evidence,
    ...Object.fromEntries(
      opinionTexts.flatMap((name) => {
        const text = data[name]?.trim() ?? ''
        return isPlain(text) ? [[name, text]] : []
      }),
    ),
  }
}

/** A rationale puts the evidence between quotation marks, so it has none of its own. */
function isEvidence(evidence: string, { title, text }: FoundItem): boolean {
  const { length } = evidence
  return (
    length >= 3 &&
    length <= mostEvidence &&
    !quotationMarks.test(evidence) &&
    `${title}\n${text}`.includes(evidence)
  )
}

function isPlain(text: string): boolean {
  return text.length >= 3 && text.length <= 500 && isHarmless(text) && !quotationMarks.test(text)
}
