import { createOpinions, type ModelSettings, type OpinionOutcome } from './opinions/create-opinions.ts'
import { createReranking, type RerankOutcome, type RerankSettings } from './reranking/create-reranking.ts'
import type { SearchingServices } from './services.ts'

/** The models that refine the judgement of the rules. Each may be missing. */
export type Models = { languageModel?: ModelSettings | undefined; reranker?: RerankSettings | undefined }

/** Returns how a run asks the models that are configured. */
export function askModels(
  services: Pick<SearchingServices, 'database' | 'nowMs'>,
  {
    languageModel,
    reranker,
    onOpinion,
    onRerank,
  }: Models & { onOpinion?: (outcome: OpinionOutcome) => void; onRerank?: (outcome: RerankOutcome) => void },
): Pick<SearchingServices, 'askOpinion' | 'askRerank'> {
  return {
    askOpinion: languageModel && createOpinions({ ...services, model: languageModel, onOutcome: onOpinion }),
    askRerank: reranker && createReranking({ ...services, model: reranker, onOutcome: onRerank }),
  }
}
