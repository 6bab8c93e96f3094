export {
  consumeArtifact,
  dropArtifact,
  dropArtifactsOfGrant,
  findArtifact,
  hashArtifact,
  keepArtifact,
  storeArtifact,
} from './artifacts.ts'
export { getAssistantPolicy, setAssistantPolicy } from './assistant-policy.ts'
export {
  type Assistant,
  type AssistantClient,
  type AssistantEnd,
  createAssistant,
  createAssistantId,
  endAssistantOfArtifact,
  endAssistants,
  findAssistant,
  findAssistantNames,
  findAssistantOfToken,
  findReusedAssistants,
  isAssistantActive,
  listAssistants,
  lockAssistant,
} from './assistants.ts'
export {
  type Authorization,
  createAuthorization,
  decideAuthorization,
  findAuthorization,
  takeDecision,
} from './authorizations.ts'
export { pruneAssistants } from './prune-assistants.ts'
export { readSigningKey } from './signing-key.ts'
