export {
  type AssistantAddresses,
  assistantAddressesOf,
  describeAuthorizationServer,
  describeResource,
  findAssistantAddresses,
  isOurHost,
} from './addresses.ts'
export { createAssistantFinder, type FindAssistant } from './find-assistant.ts'
export { createOauthServer, type OauthServer } from './oauth-server.ts'
