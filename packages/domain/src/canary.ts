/** The way of the canary's signal, in order. */
export const canaryStages = ['intake', 'api', 'channel', 'warehouse'] as const

export type CanaryStage = (typeof canaryStages)[number]

/** The workspace that holds the canary's signals and nothing else. */
export const canaryOrgId = 'org_canary'
