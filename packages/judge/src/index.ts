export {
  addToHistory,
  type DayDraws,
  emptyHistory,
  type HistoryEntry,
  type ListenerHistory,
} from './history/listener-history.ts'
export { judge } from './judge.ts'
export type { Component, JudgedListener, JudgedMembers, JudgeInput, Judgement, Reason } from './judgement.ts'
export { type KeywordVerdicts, keywordVerdictsOf } from './learning/keyword-verdicts.ts'
export { learnedIn, scoreBy } from './learning/learned-reason.ts'
export type { FindFeatures, Lesson } from './learning/lesson.ts'
export { type ListenerWeights, learnedDemand, priorWeights } from './learning/listener-weights.ts'
export { type RankedFeatures, type Ranking, rankByVerdicts } from './learning/rank-by-verdicts.ts'
export { chanceOfGood, refit } from './learning/refit.ts'
export { type Opinion, opinionLimits, opinionTexts } from './opinion/opinion.ts'
export { polarityOf } from './reading/polarity.ts'
export { readPost } from './reading/post.ts'
export { adviseBar, type BarAdvice, fewestOfKind } from './surfacing/advise-bar.ts'
export { barOf, decideSurfacing, type Surfacing } from './surfacing/decide-surfacing.ts'
