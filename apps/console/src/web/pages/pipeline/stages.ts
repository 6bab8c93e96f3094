export const stages = ['new', 'contacted', 'qualified', 'proposal', 'won', 'lost'] as const

export type Stage = (typeof stages)[number]

export function isStage(text: string): text is Stage {
  return stages.some((stage) => stage === text)
}

export function isOpen(stage: Stage): boolean {
  return stage !== 'won' && stage !== 'lost'
}
