import { z } from 'zod'
import { listOf } from '../input/list-of.ts'
import {
  accountKeySchema,
  freeText,
  groupKeySchema,
  idSchema,
  keySchema,
  orgIdSchema,
  webUrlSchema,
} from '../input/text.ts'
import { instantSchema } from '../instant.ts'
import { registerSchemas } from '../registers/register-kinds.ts'
import {
  classifications,
  confidences,
  coverages,
  platforms,
  purchaseIntents,
  signalCategories,
  urgencies,
  workModes,
} from './vocabulary.ts'

const scoreBreakdownSchema = z
  .object({
    purchaseIntent: z.int().min(0).max(30),
    fit: z.int().min(0).max(20),
    urgency: z.int().min(0).max(15),
    recency: z.int().min(0).max(10),
    commercialValue: z.int().min(0).max(10),
    evidenceQuality: z.int().min(0).max(10),
    multiSignal: z.int().min(0).max(5),
  })
  .meta({ id: 'ScoreBreakdown' })

const subjectOrgSchema = z
  .object({
    name: freeText(),
    location: freeText(),
    workMode: z.enum(workModes),
    seniority: freeText(),
    compensation: freeText(),
  })
  .partial()
  .meta({ id: 'SubjectOrg' })

const surfacingPolicySchema = z
  .object({
    propensity: z.number().gt(0).max(1),
    explored: z.boolean(),
    scoreAtDecision: z.int(),
    barAtDecision: z.int(),
  })
  .meta({ id: 'SurfacingPolicy' })

const required = {
  id: idSchema,
  orgId: orgIdSchema,
  listenerId: idSchema,
  source: z.enum(platforms),
  url: webUrlSchema,
  title: freeText(),
  excerpt: freeText(),
  postedAt: instantSchema,
  relevanceScore: z.int().min(0).max(100),
  classification: z.enum(classifications),
  rationale: freeText(),
  matchedKeywords: listOf(freeText()),
  firstSeenAt: instantSchema,
}

const optional = {
  author: freeText(),
  publishedAt: instantSchema,
  approximateDate: z.boolean(),
  dedupeKey: keySchema,
  titleKey: keySchema,
  coverage: z.enum(coverages),
  scoreVersion: z.literal([1, 2, 3]),
  scoreBreakdown: scoreBreakdownSchema,
  signalCategory: z.enum(signalCategories),
  urgency: z.enum(urgencies),
  purchaseIntent: z.enum(purchaseIntents),
  confidence: z.enum(confidences),
  inferredNeed: freeText(),
  recommendedAction: freeText(),
  situation: freeText(),
  opportunity: freeText(),
  inferenceHops: z.literal([0, 1]),
  suggestedAngle: freeText(),
  themes: z.array(freeText()).max(4),
  rating: z.number().min(1).max(5),
  subjectOrg: subjectOrgSchema,
  subjectName: freeText(),
  accountKey: accountKeySchema,
  rivalKey: groupKeySchema,
  placeKey: groupKeySchema,
  policy: surfacingPolicySchema,
  passedBy: z.enum(['keyword', 'rerank']),
  rerankScore: z.number(),
  foundByQuery: freeText(),
  queryAttribution: z.enum(['exact', 'inferred']),
  ...registerSchemas,
}

/** A Signal exactly as the specification shows it. Optional fields without a value are absent, never null. */
export const signalSchema = z
  .object({ ...required, ...z.object(optional).partial().shape })
  .superRefine((signal, context) => {
    const hasBreakdown = signal.scoreVersion === 2 || signal.scoreVersion === 3
    if (hasBreakdown !== (signal.scoreBreakdown !== undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['scoreBreakdown'],
        message: 'expected exactly when scoreVersion is 2 or 3',
      })
    } else if (
      signal.scoreBreakdown !== undefined &&
      sumOf(signal.scoreBreakdown) !== signal.relevanceScore
    ) {
      context.addIssue({
        code: 'custom',
        path: ['scoreBreakdown'],
        message: 'expected components that add up to relevanceScore',
      })
    }
  })
  .meta({ id: 'Signal' })

export type Signal = z.infer<typeof signalSchema>

export type SubjectOrg = z.infer<typeof subjectOrgSchema>

function sumOf(components: Record<string, number>): number {
  return Object.values(components).reduce((sum, component) => sum + component, 0)
}
