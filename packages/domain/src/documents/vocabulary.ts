/** The closed sets of the specification. */
export const platforms = [
  'x',
  'linkedin',
  'facebook',
  'reddit',
  'hackernews',
  'linkedin_jobs',
  'indeed',
  'ashby',
  'greenhouse',
  'lever',
  'google_reviews',
  'g2',
  'trustpilot',
  'youtube',
] as const

export const classifications = [
  'high_intent',
  'evaluating',
  'relevant',
  'competitor',
  'content',
  'strong_match',
  'worth_a_look',
  'stretch',
  'mismatch',
  'stale',
  'hiring_now',
  'expanding',
  'replacing',
  'adjacent',
  'switching',
  'frustrated',
  'comparing',
  'praise',
  'pain_confirmed',
  'at_risk',
  'healthy',
  'noise',
] as const

export const signalCategories = [
  'direct_intent',
  'hire_vs_buy',
  'competitor_pain',
  'growth',
  'funding',
  'procurement',
  'construction',
  'regulatory',
  'operational_pain',
  'tech_change',
  'leadership_change',
  'real_estate',
  'new_business',
  'cx_failure',
  'missing_capability',
  'incident',
] as const

export const urgencies = ['low', 'medium', 'high', 'immediate'] as const
export const purchaseIntents = ['weak', 'moderate', 'strong', 'explicit'] as const
export const confidences = ['low', 'medium', 'high'] as const
export const coverages = ['full_text', 'snippet', 'best_effort', 'enriched'] as const
export const workModes = ['any', 'remote', 'hybrid', 'onsite'] as const
export const verdicts = ['good', 'bad'] as const
export const listenerModes = ['market', 'places', 'rivals'] as const
export const sensitivities = ['low', 'balanced', 'high'] as const
export const schedulerStates = ['idle', 'queued', 'running', 'paused', 'failed'] as const
export const dealStages = ['new', 'contacted', 'qualified', 'proposal', 'won', 'lost'] as const
export const scopes = [
  'signals:read',
  'accounts:read',
  'listeners:read',
  'listeners:analyse',
  'pipeline:read',
  'pipeline:write',
  'collections:write',
  'export:read',
] as const

export type Platform = (typeof platforms)[number]
export type Coverage = (typeof coverages)[number]
export type Scope = (typeof scopes)[number]
